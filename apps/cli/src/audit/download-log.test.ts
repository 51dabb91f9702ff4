import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-download-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Saves 1 MiB in a process of its own, whose files can be at most 100 KiB, and then does `then`. */
const save = (then: string) => {
  const module = new URL('./download-log.ts', import.meta.url).href
  const script = `const { saveLog } = await import(${JSON.stringify(module)})
    async function* chunks() {
      yield new Uint8Array(2 ** 10)
      ${then}
    }
    await saveLog(chunks(), ${JSON.stringify(join(folder, 'log.ndjson'))}, false)`
  const words = [
    '-c',
    'ulimit -f 100; exec "$@"',
    'bash',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  ]
  return spawnSync('bash', words, { encoding: 'utf8' })
}

test('a log that does not fit leaves nothing', async () => {
  const { status, stderr } = save('yield new Uint8Array(2 ** 20)')
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')])
  expect(await readdir(folder)).toEqual([])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s leaves nothing', async (signal) => {
  const ended = save(
    `process.kill(process.pid, '${signal}'); await new Promise((resolve) => setTimeout(resolve, 20_000))`,
  )
  expect(ended.signal).toBe(signal)
  expect(await readdir(folder)).toEqual([])
})
