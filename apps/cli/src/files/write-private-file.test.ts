import { spawnSync } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePrivateFile } from './write-private-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-write-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('replaces a file, for its owner only', async () => {
  const path = join(folder, 'open')
  await writeFile(path, 'old', { mode: 0o644 })
  await writePrivateFile(path, 'new')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('makes the file to which a link leads, through a linked folder', async () => {
  await mkdir(join(folder, 'real/inner'), { recursive: true })
  await symlink('real/inner', join(folder, 'linked'))
  await symlink('../absent', join(folder, 'linked/.env'))
  await writePrivateFile(join(folder, 'linked/.env'), 'new')
  expect(await readFile(join(folder, 'real/absent'), 'utf8')).toBe('new')
  expect((await lstat(join(folder, 'linked/.env'))).isSymbolicLink()).toBe(true)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s waits for the write, and then ends it',
  async (signal) => {
    const place = await mkdtemp(join(folder, 'signal-'))
    const module = new URL('./write-private-file.ts', import.meta.url).href
    const script = `const { writePrivateFile } = await import(${JSON.stringify(module)})
    const written = writePrivateFile(${JSON.stringify(join(place, '.env'))}, 'x'.repeat(30_000_000))
    const { readdirSync } = await import('node:fs')
    const interrupt = () => {
      if (readdirSync(${JSON.stringify(place)}).length === 0) setImmediate(interrupt)
      else process.kill(process.pid, '${signal}')
    }
    interrupt()
    await written
    await new Promise((resolve) => setTimeout(resolve, 20_000))`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    expect(ended.signal).toBe(signal)
    expect(await readdir(place)).toEqual(['.env'])
    expect((await stat(join(place, '.env'))).size).toBe(30_000_000)
  },
)
