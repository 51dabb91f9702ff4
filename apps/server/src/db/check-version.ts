import type { Db } from './connect.ts'
import { firstMigration, migrations, newestMigration } from './every-migration.ts'
import { StorageRejection } from './storage-errors.ts'

const names = [firstMigration, ...migrations.map(([name]) => name)]

/** The migrations that a database lacks. @returns undefined if it has later ones, or is from before version 1.0 */
export function missingMigrations(migrated: string): typeof migrations | undefined {
  const index = isAdoptable(migrated) ? 0 : names.indexOf(migrated)
  return index === -1 ? undefined : migrations.slice(index)
}

/** The names of the migrations that a database lacks: one from before version 1.0 is adopted as its first. */
export const namesOfMissing = (migrated: string): readonly string[] => [
  ...(isAdoptable(migrated) ? [firstMigration] : []),
  ...(missingMigrations(migrated) ?? []).map(([name]) => name),
]

/**
 * @returns the newest migration of the database
 * @throws StorageRejection when this version cannot interpret the database's rows, because it is too old or too new
 */
export async function requireKnownVersion(db: Db): Promise<string> {
  const migrated = (await readMigrated(db)) ?? 'none'
  if (missingMigrations(migrated)) return migrated
  throw new StorageRejection(
    isTooOld(migrated)
      ? `The database is from before version 1.0 (${migrated}), and this version does not migrate it. Nothing was changed. Start commit ${lastCommitBefore} of Envhold on it once, stop it, then start this version (docs/runbooks/upgrade.md).`
      : `The database is from a newer version of Envhold: it has migration ${migrated}, and this version ends with ${newestMigration}. Start the newer version (docs/runbooks/upgrade.md).`,
  )
}

/** @throws StorageRejection when the database is not of this version: its rows cannot be interpreted */
export async function requireMigrated(db: Db): Promise<void> {
  const migrated = await requireKnownVersion(db)
  if (migrated !== newestMigration)
    throw new StorageRejection(
      `The database is from an older version of Envhold (${migrated}). Start the server once, or run envhold-server migrate.`,
    )
}

/** @returns a sentence for operators when a newer version migrated the database while this server was running */
export async function findVersionFault(db: Db): Promise<string | undefined> {
  const migrated = await readMigrated(db)
  if (migrated === undefined || missingMigrations(migrated) || isTooOld(migrated)) return undefined
  return `A newer version of Envhold has migrated the database (${migrated}). Replace this server with that version.`
}

/** Its databases have the tables of version 1.0. */
const last = '0031-revocations'

/** The migrations before it, by number. */
const earlier = [
  'foundation sharing tallies sign-in-waits limits integrity instance-id step-up environment-names roles',
  'variable-counts payments grace usage audit-chains account-security erasures contact-messages operator-area',
  'instance environment-marks device-logins due-days counted-reads contact-mails stored-bytes sealed-macs',
  'session-devices former-environment-names operator-factor',
]
  .join(' ')
  .split(' ')
  .map((name, index) => `${String(index + 1).padStart(4, '0')}-${name}`)

/** Whether a database ended with the last migration before version 1.0: it is adopted as it is. */
const isAdoptable = (migrated: string): boolean => migrated === last

/** Whether a database ended with an earlier one. This version cannot migrate it. */
const isTooOld = (migrated: string): boolean => earlier.includes(migrated)

/** The last commit that migrates databases that are too old. */
const lastCommitBefore = 'fbd66a30'

/** The newest migration of the database, by name. */
export const readMigrated = async (db: Db) =>
  (await db.selectFrom('instance').select('value').where('key', '=', 'migrated').executeTakeFirst())?.value
