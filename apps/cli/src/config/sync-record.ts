import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, readJson } from '../files/read-text.ts'
import { writePrivateFile } from '../files/write-private-file.ts'
import type { Settings } from './settings.ts'

/**
 * What a local file held when it last agreed with the server. Kept in the user's config folder, by the file's path, so
 * that nothing lands in the project; only a salted hash of the text is kept.
 */
export interface SyncRecord {
  readonly source: string
  readonly version: number
  /** Whether the file held all that the server held; false after a push that left more on the server. */
  readonly whole: boolean
  readonly at: string
  /** Whether a text is the one that was recorded. */
  matches(text: string): boolean
}

const digest = (salt: string, text: string) => createHash('sha256').update(salt).update(text).digest()

const pathOf = async (settings: Settings, file: string) => {
  const real = await realpath(file).catch(() => file)
  const name = createHash('sha256').update(real).digest('hex').slice(0, 32)
  return join(settings.configFolder, 'synced', `${name}.json`)
}

export async function readSyncRecord(settings: Settings, file: string): Promise<SyncRecord | null> {
  const data = await readJson(await pathOf(settings, file))
  if (!isRecord(data)) return null
  const { source, version, whole, at, salt, hash } = data
  if (typeof source !== 'string' || typeof version !== 'number' || typeof at !== 'string') return null
  if (typeof salt !== 'string' || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null
  return {
    source,
    version,
    whole: whole === true,
    at,
    matches: (text) => timingSafeEqual(digest(salt, text), Buffer.from(hash, 'hex')),
  }
}

/** Call it after the file is written, since the record belongs to the file's real path. */
export async function writeSyncRecord(
  settings: Settings,
  file: string,
  record: { source: string; version: number; whole: boolean; text: string },
): Promise<void> {
  const salt = randomBytes(16).toString('hex')
  const { source, version, whole, text } = record
  const hash = digest(salt, text).toString('hex')
  const content = { file, source, version, whole, at: new Date().toISOString(), salt, hash }
  // A home that cannot be written, as in a container, only means that nothing is remembered.
  await writePrivateFile(await pathOf(settings, file), `${JSON.stringify(content)}\n`).catch(() => {})
}
