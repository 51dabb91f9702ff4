import { renameEnvironment } from '@envhold/contract/environments/environments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit } from '../../tests/cli-world.ts'

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
