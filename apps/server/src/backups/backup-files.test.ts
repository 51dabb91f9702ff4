import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  BackupError,
  type BackupRecord,
  createDraft,
  explainError,
  fileNameAt,
  findFiles,
  isHere,
  pathOf,
  publishDraft,
  readRecord,
  readRecordText,
  removeBackupFile,
  removeDraft,
  writeRecord,
} from './backup-folder.ts'
import { hashFile } from './verify-file.ts'

const file = 'envhold-20261122T141502Z.db'
let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'envhold-backups-'))
  folder = join(parent, 'backups')
})
afterEach(() => rm(parent, { recursive: true }))

describe('the folder of backups', () => {
  it('names a backup by its time and engine', () => {
    const time = Date.parse('2026-11-22T14:15:02.987Z')
    expect(fileNameAt(time, 'sqlite')).toBe(file)
    expect(fileNameAt(time, 'postgres')).toBe('envhold-20261122T141502Z.dump')
  })

  it.each([
    '../envhold-20261122T141502Z.db',
    `${file}/../../envhold.db`,
    `${file}.json`,
    `${file}\n`,
    'envhold.db',
    '',
  ])('leads nowhere from %j', (name) => {
    expect(() => pathOf(folder, name)).toThrow('This is not the name of a backup')
  })

  it('shows a backup only once it is complete, and only to its owner', async () => {
    const draft = await createDraft(folder, file)
    if (process.platform !== 'win32') {
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      expect((await stat(draft)).mode & 0o777).toBe(0o600)
    }
    await expect(createDraft(folder, file)).rejects.toMatchObject({ code: 'EEXIST' })
    await writeFile(draft, 'content')
    expect(isHere(folder, file)).toBe(false)
    expect(await findFiles(folder)).toEqual({ backups: [], drafts: [file] })
    await publishDraft(folder, file, '{"record":1}')
    expect(await findFiles(folder)).toEqual({ backups: [file], drafts: [] })
    expect(await readFile(pathOf(folder, file), 'utf8')).toBe('content')
    expect(await readRecordText(pathOf(folder, file))).toBe('{"record":1}\n')
    await removeBackupFile(folder, file)
    expect(await readdir(folder)).toEqual([])
    expect(await readRecordText(pathOf(folder, file))).toBeUndefined()
  })

  it('removes all that an unfinished backup left, but not the record of a complete one', async () => {
    await createDraft(folder, file)
    for (const left of ['.part-journal', '.json.part', '.json'])
      await writeFile(join(folder, file + left), '')
    expect(new Set((await findFiles(folder)).drafts)).toEqual(new Set([file]))
    await removeDraft(folder, file)
    expect(await readdir(folder)).toEqual([])

    await createDraft(folder, file)
    await publishDraft(folder, file, '{}')
    await removeDraft(folder, file)
    expect((await readdir(folder)).sort()).toEqual([file, `${file}.json`])
  })

  it('takes no other files for backups, and is empty while it does not exist', async () => {
    expect(await findFiles(folder)).toEqual({ backups: [], drafts: [] })
    await mkdir(folder)
    for (const other of ['notes.part', `copy-of-${file}`, '.DS_Store'])
      await writeFile(join(folder, other), '')
    expect(await findFiles(folder)).toEqual({ backups: [], drafts: [] })
  })

  it('hashes a file that is larger than what is read at once', async () => {
    const content = Buffer.alloc(2 * 1024 * 1024 + 17, 'envhold')
    const path = join(parent, 'large')
    await writeFile(path, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(await hashFile(path)).toEqual({ size: content.length, sha256 })
  })
})

describe('the record of a backup', () => {
  const secrets = serverSecrets(parseServerSecrets(newServerSecret()))
  const head = { sequence: 3, mac: 'ab' }
  const record: BackupRecord = {
    format: 1,
    file,
    node: 'host-1',
    size: 4_096,
    sha256: 'a'.repeat(64),
    startedAt: 1,
    finishedAt: 2,
    origin: 'schedule',
    startedBy: null,
    engine: 'sqlite',
    engineVersion: '3.50.0',
    version: '0.1.0',
    state: { instanceId: 'i1', activity: head, root: head, usage: null },
  }

  it('is read back under the same secret', () => {
    expect(readRecord(secrets, writeRecord(secrets, record))).toEqual(record)
  })

  it('is nothing under another secret', () => {
    const others = serverSecrets(parseServerSecrets(newServerSecret()))
    expect(readRecord(others, writeRecord(secrets, record))).toBeUndefined()
  })

  it.each([
    ['size', { size: 4_097 }],
    ['checksum', { sha256: 'b'.repeat(64) }],
    ['file', { file: 'envhold-20261122T141503Z.db' }],
    ['state', { state: { ...record.state, root: { sequence: 2, mac: 'ab' } } }],
    ['origin', { origin: 'operator' }],
  ])('is nothing with another %s', (_what, change) => {
    const text = JSON.stringify({ ...JSON.parse(writeRecord(secrets, record)), ...change })
    expect(readRecord(secrets, text)).toBeUndefined()
  })

  it.each(['', '{', 'null', '{}', JSON.stringify({ ...record }), JSON.stringify({ ...record, mac: 'xyz' })])(
    'is nothing in %j',
    (text) => {
      expect(readRecord(secrets, text)).toBeUndefined()
    },
  )
})

describe('a failure', () => {
  const failure = (properties: object) => Object.assign(new Error('/data/secret/path'), properties)

  it.each([{ errcode: 13 }, { code: 'ENOSPC' }, { code: 'EDQUOT' }])('%j is a full disk', (properties) => {
    expect(explainError(failure(properties))?.message).toMatch(/^The disk became full/)
  })

  it.each([failure({ errcode: 11 }), failure({ code: 'EACCES' }), 'text', undefined])(
    '%j is for the log only',
    (error) => expect(explainError(error)).toBeUndefined(),
  )

  it('in words for people stays as it is', () => {
    const error = new BackupError('pg_restore is not installed on this machine.')
    expect(explainError(error)).toBe(error)
  })
})
