import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '../../../../dev/faults/find-program.ts'
import { serverFile } from '../../../../dev/world/run-program.ts'
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

const hasNamespaces = process.getuid?.() === 0 && findProgram('unshare') !== undefined

test.runIf(hasNamespaces)('a start that waits ends by SIGTERM, also as the first process', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const connected = once(silent, 'connection')
  const starter = spawn(
    'unshare',
    ['--pid', '--fork', '--kill-child', process.execPath, serverFile, 'serve'],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: server.dataDir,
        SERVER_SECRET: newServerSecret(),
        DATABASE_URL: `postgres://envhold@127.0.0.1:${port}/envhold`,
      },
      stdio: 'ignore',
    },
  )
  const [socket] = await connected
  const [first = ''] = (await readFile(`/proc/${starter.pid}/task/${starter.pid}/children`, 'utf8')).split(
    ' ',
  )
  process.kill(Number(first), 'SIGTERM')
  expect(await once(starter, 'exit')).toEqual([128 + 15, null])
  socket.destroy()
  silent.close()
})
