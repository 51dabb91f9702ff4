import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedServer, startServer } from '../../../../dev/world/start-server.ts'

let server: StartedServer
beforeAll(async () => {
  server = await startServer({ engine: 'sqlite' })
})
afterAll(() => server.stop())

test('SIGUSR1 opens no debugger, and the server goes on', async () => {
  for (let round = 0; round < 3; round++) process.kill(server.pid, 'SIGUSR1')
  for (let round = 0; round < 5; round++)
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
  expect(server.output()).not.toContain('Debugger')
})

test.runIf(process.platform === 'linux')('a core dump holds no memory', async () => {
  const filter = await readFile(`/proc/${server.pid}/coredump_filter`, 'utf8')
  expect(Number.parseInt(filter, 16)).toBe(0)
})
