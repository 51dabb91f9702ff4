import { once } from 'node:events'
import { createServer } from 'node:http'
import { renameEnvironment } from '@envhold/contract/environments/environments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, type CliWorld, cliHome, cliWorld, logInAndInit } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
  await world.put(world.development, { A: '1' })
  const params = { id: world.development }
  await world.ada.client.call(renameEnvironment, { params, body: { name: 'dev' } })
})
afterAll(() => world.stop())

const warning =
  /Warning: The environment "development" is now called "dev"\. This name ends on \d{1,2} [A-Z][a-z]+\./g

test('a read by a former name is answered, with one warning on stderr', async () => {
  const { code, out, err } = await world.envhold(['pull', '-e', 'development', '-o', '-', '-f', 'json'])
  expect([code, JSON.parse(out)]).toEqual([0, { A: '1' }])
  expect(err.match(warning)).toHaveLength(1)
  const current = await world.envhold(['pull', '-e', 'dev', '-o', '-', '-f', 'json'])
  expect(current).toMatchObject({ code: 0, out })
  expect(current.err).not.toContain('ends on')
})

test('a command that reads twice warns once', async () => {
  const env = { ENVHOLD_TOKEN: world.apiKey, ENVHOLD_SERVER: world.server.url }
  const { err } = await world.envhold(['diff', '-e', 'development', '--with', 'Development'], { env })
  expect(err.match(warning)).toHaveLength(1)
})

test('a write needs the current name', async () => {
  const { code, err } = await world.envhold(['set', 'B=2', '-e', 'development'])
  expect(code).toBe(1)
  expect(err).toContain('“development”')
})

let home: CliHome
let remaining = 0
let limit = 1_000
let reset = 1_380
const server = createServer((request, response) => {
  const isRejected = remaining < 0
  response.setHeader('ratelimit-limit', limit)
  response.setHeader('ratelimit-remaining', Math.max(0, remaining))
  response.setHeader('ratelimit-reset', reset)
  if (isRejected) response.setHeader('retry-after', 4 * 86_400)
  response.writeHead(isRejected ? 429 : 200, { 'content-type': 'application/json' })
  const reached = {
    ...{ window: 'month', calls: limit, plan: 'Free', owner: 'ada', resets_at: '2026-12-01T00:00:00.000Z' },
    upgrade_url: 'https://envhold.example/subscription?upgrade=true',
  }
  const refusal = {
    ...{ error: 'RATE_LIMITED', message: 'The calls of this month are used up.', request_id: 'x' },
    ...(isRejected && { limit: reached }),
  }
  const answer = request.url === '/api/env/projects' ? { projects: [] } : {}
  response.end(JSON.stringify(isRejected ? refusal : answer))
})

beforeAll(async () => {
  home = await cliHome()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await home.remove()
})

const projects = () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return home.envhold(['projects', '--json'], {
    env: {
      ENVHOLD_SERVER: `http://127.0.0.1:${port}`,
      ENVHOLD_TOKEN: `ppt_${'A'.repeat(13)}_${'b'.repeat(49)}`,
    },
  })
}

test('prints on stderr, once per command, that 80 % of the calls are used', async () => {
  remaining = 201
  expect((await projects()).err).not.toContain('calls are used')
  remaining = 200
  const { code, out, err } = await projects()
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({ projects: [] })
  expect(err.match(/Warning: .*calls are used.*/g)).toEqual([
    'Warning: 800 of 1,000 calls are used; the limit resets in 23 minutes.',
  ])
})

test('says how long a longer window lasts', async () => {
  ;[limit, remaining, reset] = [2_400, 0, 86_399]
  expect((await projects()).err).toContain('2,400 of 2,400 calls are used; the limit resets in 24 hours.')
})

test('leaves a rejected call to the error message', async () => {
  remaining = -1
  const { code, err } = await projects()
  expect(code).not.toBe(0)
  expect(err).not.toContain('calls are used;')
  expect(err).toContain('The calls of this month are used up.')
  expect(err).toContain(
    'Try again in 4 days. To raise the limit: https://envhold.example/subscription?upgrade=true',
  )
})
