import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signUp } from '../../../dev/world/sign-up.ts'
import { startServer } from '../../../dev/world/start-server.ts'

/** A disk that fails every `fdatasync` once a certain file exists. */
const failingDisk = (sign: string) => `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { fdatasync } = fs
  fs.fdatasync = (file, done) => {
    if (!fs.existsSync(${JSON.stringify(sign)})) return fdatasync(file, done)
    setImmediate(done, Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }))
  }
  syncBuiltinESMExports()
`

test('a failed sync ends the process: no success is reported, and the next start recovers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-sync-'))
  const [disk, sign] = [join(folder, 'disk.mjs'), join(folder, 'fails')]
  await writeFile(disk, failingDisk(sign))
  const server = await startServer({ engine: 'sqlite', nodeArgs: ['--import', disk] })
  const ended = async () => {
    while (await fetch(`${server.url}/api/health/live`).catch(() => undefined)) await sleep(50)
  }
  const person = await signUp(server.url)
  await writeFile(sign, '')
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: 'wrong' }),
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  await ended()
  expect(await server.end()).toBe(74)
  expect(server.output()).toMatch(
    /"level":60.*EIO.*"the disk failed to store what was written: the process ends"/,
  )
  expect(server.output()).not.toContain(person.email)

  await rm(sign)
  const again = await server.startAgain()
  expect((await fetch(`${again.url}/api/health/ready`)).status).toBe(200)
  await again.stop()
  await rm(folder, { recursive: true })
})
