import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Database, Engine } from '../connect.ts'
import { StorageRejection } from '../storage-errors.ts'
import { compareWithMark, type Restored, readHighWaterMark } from './high-water-mark.ts'
import { hasTables, readStoredState, type StoredState } from './stored-heads.ts'

const findings: Record<Restored, (folder: string, mark: StoredState) => string> = {
  empty: (folder, mark) =>
    `The database is empty, but ${folder} belongs to a vault with ${mark.activity.sequence} audit entries. If you accept it, the first account to register becomes the operator.`,
  behind: (folder, mark) =>
    `The database is older than the last state that ${folder} saw: it lacks ${lastOf(mark)}.`,
  'another instance': (folder) => `The database is not the one that ${folder} belongs to.`,
  'another history': (folder) =>
    `The history of the database differs from the one that ${folder} last saw: an audit entry was replaced.`,
}

/** What the data folder saw last, of which at least one is missing. */
function lastOf({ activity, root, usage }: StoredState): string {
  const call = usage ? ` or call ${usage.sequence} of project ${usage.projectId}` : ''
  return `activity ${activity.sequence}, root ${root.sequence}${call}`
}

const missingLog = (folder: string) =>
  `The write-ahead log envhold.db-wal in ${folder} is missing, and the last server was killed: what it wrote last is lost, unless another program such as sqlite3 has closed the database since.`

const advice: Record<Engine, string> = {
  sqlite:
    'Check DATABASE_URL and DATA_DIR, and restore envhold.db and envhold.db-wal together: the newest entries are in the second file.',
  postgres: 'Check DATABASE_URL and DATA_DIR.',
}
const accepting =
  'If you restored a backup on purpose, start once with: envhold-server serve --accept-restored'

/**
 * Compares the database with what its data folder saw last, before the migrations change anything.
 * @returns undefined when nothing is missing, else a sentence that says what is
 * @throws StorageRejection unless the operator accepted the difference
 */
export async function checkRestored(
  { db, engine, isLogMissing }: Pick<Database, 'db' | 'engine' | 'isLogMissing'>,
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
    const restored = mark && (await compare(mark))
    if (restored) return findings[restored](dataDir, mark)
    return isLogMissing ? missingLog(dataDir) : undefined
  }

  async function compare(mark: StoredState): Promise<Restored | undefined> {
    if (!(await hasTables(db, engine))) return 'empty'
    return await compareWithMark(db, mark, await readStoredState(db))
  }
}
