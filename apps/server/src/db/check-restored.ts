import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { compareWithMark, type Restored } from './compare-mark.ts'
import type { Database, Engine } from './connect.ts'
import { readHighWaterMark } from './high-water-mark.ts'
import { StorageRejection } from './storage-rejection.ts'
import { hasTables, readStoredState, type StoredState } from './stored-heads.ts'

const entries = ({ heads }: StoredState) => heads.activity.sequence + heads.usage.sequence

const findings: Record<Restored, (folder: string, seen: number, stored: number) => string> = {
  empty: (folder, seen) =>
    `The database is empty, but ${folder} belongs to a vault with ${seen} audit entries. If you accept it, the first account to register becomes the operator.`,
  behind: (folder, seen, stored) =>
    `The database is older than the last state that ${folder} saw: it has ${stored} audit entries instead of at least ${seen}.`,
  'another instance': (folder) => `The database is not the one that ${folder} belongs to.`,
  'another history': (folder) =>
    `The history of the database differs from the one that ${folder} last saw: an audit entry was replaced.`,
}

const advice: Record<Engine, string> = {
  sqlite:
    'Check DATABASE_URL and DATA_DIR, and restore envhold.db and envhold.db-wal together: the newest entries are in the second file.',
  postgres: 'Check DATABASE_URL and DATA_DIR.',
}
const accepting = 'If you restored a backup on purpose, start once with: npm start -- --accept-restored'

/**
 * Compares the database with what its data folder saw last, before the migrations change anything.
 * @returns undefined when nothing is missing, else a sentence that says what is
 * @throws StorageRejection unless the operator accepted the difference
 */
export async function checkRestored(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  { dataDir, secrets }: { readonly dataDir: string; readonly secrets: ServerSecrets },
  accepted: boolean,
): Promise<string | undefined> {
  const finding = await find().catch((error: unknown) => {
    if (error instanceof StorageRejection && accepted) return error.message
    throw error
  })
  if (finding && !accepted) throw new StorageRejection(`${finding} ${advice[engine]} ${accepting}`)
  return finding

  async function find(): Promise<string | undefined> {
    const mark = await readHighWaterMark(dataDir, secrets)
    if (!mark) return undefined
    if (!(await hasTables(db, engine))) return findings.empty(dataDir, entries(mark), 0)
    const stored = await readStoredState(db)
    const restored = await compareWithMark(db, mark, stored)
    return restored && findings[restored](dataDir, entries(mark), entries(stored))
  }
}
