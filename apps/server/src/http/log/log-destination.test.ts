import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLogDestination } from './log-destination.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-log-'))
})
afterAll(() => rm(folder, { recursive: true }))

const droppedLine = (count: number) => `dropped ${count}\n`
const lineOf = (i: number) => `line ${i} ${'x'.repeat(90)}\n`

const openPipe = async (name: string) => {
  const path = join(folder, name)
  await promisify(execFile)('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  return { path, reader, writer }
}
/** What is in the pipe now. */
const readAll = (reader: number): string => {
  const buffer = Buffer.alloc(64 * 1024)
  let read = ''
  for (;;) {
    try {
      const bytes = readSync(reader, buffer)
      if (bytes === 0) return read
      read += buffer.toString('utf8', 0, bytes)
    } catch {
      return read
    }
  }
}

test('writes lines in their order', async () => {
  const path = join(folder, 'plain')
  await writeFile(path, '')
  const fd = openSync(path, 'a')
  const log = openLogDestination(fd, droppedLine)
  for (let i = 0; i < 100; i++) log.write(lineOf(i))
  expect(await log.flush()).toBe(true)
  expect(await readFile(path, 'utf8')).toBe(Array.from({ length: 100 }, (_, i) => lineOf(i)).join(''))
  closeSync(fd)
})

test('a full pipe blocks no caller; dropped lines are counted, and reported once the pipe is read', async () => {
  const { reader, writer } = await openPipe('full')
  const log = openLogDestination(writer, droppedLine)
  const lines = 15_000
  for (let i = 0; i < lines; i++) log.write(lineOf(i))
  // Nobody reads: the wait is bounded, and no write is stuck in the system.
  expect(await log.flush()).toBe(true)
  let read = ''
  while (!/^dropped \d+\n/m.test(read)) {
    read += readAll(reader)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const written = read.match(/^line \d+ x+$/gm) ?? []
  const dropped = Number(/^dropped (\d+)$/m.exec(read)?.[1])
  expect(dropped).toBeGreaterThan(0)
  expect(written.length + dropped).toBe(lines)
  expect(read.match(/^dropped/gm)).toHaveLength(1)

  log.write(lineOf(lines))
  await log.flush()
  expect(readAll(reader)).toBe(lineOf(lines))
  closeSync(reader)
  closeSync(writer)
})

test('lines that cannot be written are dropped and counted, and the log works again when writing does', async () => {
  const { path, reader, writer } = await openPipe('broken')
  const log = openLogDestination(writer, droppedLine)
  log.write(lineOf(0))
  await log.flush()
  expect(readAll(reader)).toBe(lineOf(0))
  closeSync(reader)
  for (let i = 1; i <= 3; i++) {
    log.write(lineOf(i))
    await log.flush()
  }
  const again = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  log.write(lineOf(4))
  await log.flush()
  await log.flush()
  expect(readAll(again)).toBe(`${lineOf(4)}dropped 3\n`)
  closeSync(again)
  closeSync(writer)
})

test('a full disk loses lines and nothing else', async () => {
  const fd = openSync('/dev/full', 'w')
  const log = openLogDestination(fd, droppedLine)
  for (let i = 0; i < 100; i++) log.write(lineOf(i))
  expect(await log.flush()).toBe(true)
  closeSync(fd)
})
