import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, readJson } from '../files/read-text.ts'
import { writePrivateFile } from '../files/write-private-file.ts'
import type { Settings } from './settings.ts'

/**
 * What a local file contained when it was last in sync with an environment. Stored in the user's config folder, by the
 * file's path, so that nothing is added to the project; only a salted hash of the text is stored. A file that is pushed
 * to several environments has a record of each.
 */
export interface SyncRecord {
  /** Server and environment, by id: see `sourceOf`. */
  readonly source: string
  readonly version: number
  /** Whether the file contained everything that the server has; false after a push that left more on the server. */
  readonly whole: boolean
  readonly at: string
  /** Whether a text is the recorded one. */
  matches(text: string): boolean
  /** Whether a text is exactly what a pull wrote, so that nothing in it is the user's own. */
  isPulled(text: string): boolean
}

const digest = (salt: string, text: string) => createHash('sha256').update(salt).update(text).digest()

const pathOf = async (settings: Settings, file: string) => {
  const real = await realpath(file).catch(() => file)
  const name = createHash('sha256').update(real).digest('hex').slice(0, 32)
  return join(settings.configFolder, 'synced', `${name}.json`)
}

/** The oldest are forgotten. */
const maxRecords = 10

/** The stored records of a file, newest first. */
async function readStored(settings: Settings, file: string): Promise<readonly unknown[]> {
  const data = await readJson(await pathOf(settings, file))
  if (!isRecord(data)) return []
  return Array.isArray(data.records) ? data.records : [data]
}

function parseRecord(data: unknown): SyncRecord | null {
  if (!isRecord(data)) return null
  const { source, version, whole, pulled, at, salt, hash } = data
  if (typeof source !== 'string' || typeof version !== 'number' || typeof at !== 'string') return null
  if (typeof salt !== 'string' || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null
  const matches = (text: string) => timingSafeEqual(digest(salt, text), Buffer.from(hash, 'hex'))
  return {
    source,
    version,
    whole: whole === true,
    at,
    matches,
    isPulled: (text) => pulled === true && matches(text),
  }
}

/** The records of a file, newest first. */
export const readSyncRecords = async (settings: Settings, file: string): Promise<SyncRecord[]> =>
  (await readStored(settings, file)).flatMap((data) => parseRecord(data) ?? [])

/** What is in sync now. */
interface Synced extends Pick<SyncRecord, 'source' | 'version' | 'whole'> {
  readonly text: string
  /** Whether this text is from the server alone. */
  readonly pulled: boolean
}

/**
 * Call this after the file is written, because the record belongs to the file's real path. Once a pull has replaced what
 * the file contained, records of other environments are about another text, and are forgotten.
 */
export async function writeSyncRecord(
  settings: Settings,
  file: string,
  { source, version, whole, text, ...synced }: Synced,
): Promise<void> {
  const stored = await readStored(settings, file)
  const pulled = synced.pulled || stored.some((data) => parseRecord(data)?.isPulled(text))
  const others = stored.filter((data) => {
    const other = parseRecord(data)
    return other && other.source !== source && (!synced.pulled || other.matches(text))
  })
  const salt = randomBytes(16).toString('hex')
  const hash = digest(salt, text).toString('hex')
  const record = { source, version, whole, pulled, at: new Date().toISOString(), salt, hash }
  const content = { file, records: [record, ...others].slice(0, maxRecords) }
  // If the home folder cannot be written, as in a container, nothing is remembered.
  await writePrivateFile(await pathOf(settings, file), `${JSON.stringify(content)}\n`).catch(() => {})
}
