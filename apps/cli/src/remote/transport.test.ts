import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../../tests/cli-world.ts'
import { isOlder } from './transport.ts'

test.each([
  ['0.1.0', '0.1.1', true],
  ['0.1.0', '0.1.1+0123abcdef01', true],
  ['0.1.0', '0.1.0+0123abcdef01', false],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.2.0', '1.1.9', false],
  ['0.1.0', '1.0.0-beta', false],
  ['0.1.0', 'x', false],
])('%s is older than %s: %s', (left, right, expected) => {
  expect(isOlder(left, right)).toBe(expected)
})

let home: CliHome
const server = createServer((_request, response) => {
  response.setHeader('x-envhold-version', '99.0.0').setHeader('content-type', 'application/json')
  response.end('{"projects":[]}')
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

test('a newer server is reported once a day on stderr, with the command to update', async () => {
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const token = `ppt_${'A'.repeat(13)}_${'b'.repeat(49)}`
  const projects = () =>
    home.envhold(['projects', '--json'], { env: { ENVHOLD_SERVER: url, ENVHOLD_TOKEN: token } })
  const first = await projects()
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('"projects"') })
  expect(first.err).toContain('the server has 99.0.0')
  expect(first.err).toContain(`npm install --global ${url}/cli/envhold.tgz`)
  expect((await projects()).err).not.toContain('99.0.0')
})
