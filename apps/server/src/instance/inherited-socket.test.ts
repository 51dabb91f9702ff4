// A server whose socket was opened by another process, as systemd does it: connections wait through a restart.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdSocket } from '../../../../dev/world/socket-holder.ts'
import { inheritedSocket } from './inherited-socket.ts'

test('a socket is meant for one process', () => {
  const { pid } = process
  expect(inheritedSocket({})).toBeUndefined()
  expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: String(pid + 1) })).toBeUndefined()
  expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: String(pid) })).toEqual({ fd: 3 })
  expect(() => inheritedSocket({ LISTEN_FDS: '2', LISTEN_PID: String(pid) })).toThrow('was given 2')
})

test('calls that come while the server restarts are answered after it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-socket-'))
  const holder = await holdSocket({ DATA_DIR: dataDir })
  try {
    for (let round = 0; round < 2; round++) {
      // Nobody accepts yet: the calls wait in the queue of the socket.
      const call = () => fetch(`${holder.url}/api/health/live`, { headers: { connection: 'close' } })
      const calls = Array.from({ length: 20 }, call)
      await holder.start()
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
      expect(await holder.end()).toBe(0)
    }
  } finally {
    holder.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
