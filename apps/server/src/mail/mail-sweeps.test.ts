import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeToOutbox } from './deliver.ts'
import { sweepOutbox } from './mail-sweeps.ts'

const day = 86_400_000
const now = Date.UTC(2027, 1, 1)
const before = now - 30 * day
let dataDir: string
let folder: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-outbox-'))
  folder = join(dataDir, 'outbox')
})
afterEach(() => rm(dataDir, { recursive: true }))

const write = (at: number) =>
  writeToOutbox(dataDir, { template: 'new-sign-in', at, message: Buffer.from('To: ada@example.com') })
const left = async () => (await readdir(folder)).toSorted()
const name = '2026-01-01T00-00-00-000Z-new-sign-in-0123ab.eml'

test('deletes mails by the time at which they were written, and drafts that a crash left', async () => {
  const [old, young] = [await write(before - 1), await write(before)]
  await rename(await write(before - day), join(folder, `${name}.draft`))
  expect(await sweepOutbox(dataDir, before)).toBe(2)
  expect(await left()).toEqual([young.slice(folder.length + 1)])
  expect(old).not.toBe(young)
  expect(await sweepOutbox(dataDir, before)).toBe(0)
})

test('leaves alone links, folders and files of others', async () => {
  await mkdir(join(folder, name), { recursive: true })
  const elsewhere = join(dataDir, name)
  await writeFile(elsewhere, 'of somebody else')
  await symlink(elsewhere, join(folder, name.replace('0123ab', 'aaaaaa')))
  for (const other of ['old.eml', 'notes.txt', `${name}.bak`, `a${name}`, name.replace('-01-01T', '-13-41T')])
    await writeFile(join(folder, other), 'x')
  const files = await left()
  expect(await sweepOutbox(dataDir, before)).toBe(0)
  expect(await left()).toEqual(files)
})

test('follows no link to a folder, and needs no outbox', async () => {
  expect(await sweepOutbox(dataDir, before)).toBe(0)
  const elsewhere = join(dataDir, 'elsewhere')
  await mkdir(elsewhere)
  await writeFile(join(elsewhere, name), 'x')
  await symlink(elsewhere, folder)
  expect(await sweepOutbox(dataDir, before)).toBe(0)
  expect(await readdir(elsewhere)).toEqual([name])
})

test('deletes a bounded number at once, and the rest at the next run', async () => {
  await mkdir(folder)
  const files = Array.from({ length: 1_005 }, (_, n) =>
    name.replace('0123ab', n.toString(16).padStart(6, '0')),
  )
  await Promise.all(files.map((file) => writeFile(join(folder, file), 'x')))
  expect(await sweepOutbox(dataDir, before)).toBe(1_000)
  expect(await sweepOutbox(dataDir, before)).toBe(5)
})
