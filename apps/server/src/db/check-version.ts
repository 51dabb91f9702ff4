import type { Db } from './connect.ts'
import { firstMigration, migrations, newestMigration, requiredMigration } from './every-migration.ts'
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
 * @returns the newest migration of the database, which may be one that this version does not know but can work with
 * @throws StorageRejection when this version cannot interpret the database's rows, because it is too old or too new
 */
export async function requireKnownVersion(db: Db): Promise<string> {
  const { migrated, required } = await readVersion(db)
  if (missingMigrations(migrated) || names.includes(required)) return migrated
  throw new StorageRejection(
    isTooOld(migrated)
      ? `The database is from before version 1.0 (${migrated}), and this version does not migrate it. Nothing was changed. Start commit ${lastCommitBefore} of Envhold on it once, stop it, then start this version (docs/runbooks/upgrade.md).`
      : `The database is from a newer version of Envhold: it has migration ${required}, and this version ends with ${newestMigration}. Start the newer version (docs/runbooks/upgrade.md).`,
  )
}

/**
 * @returns the newest migration of the database
 * @throws StorageRejection when a server of this version would have to migrate it first, or could not serve it
 */
export async function requireMigrated(db: Db): Promise<string> {
  const migrated = await requireKnownVersion(db)
  if (missingMigrations(migrated)?.length)
    throw new StorageRejection(
      `The database is from an older version of Envhold (${migrated}). Start the server once, or run envhold-server migrate.`,
    )
  return migrated
}

/** @throws StorageRejection also when a newer version added tables or columns, which this one would leave out */
export async function requireSameVersion(db: Db): Promise<void> {
  const migrated = await requireMigrated(db)
  if (migrated !== newestMigration)
    throw new StorageRejection(
      `A newer version of Envhold added to the database (${migrated}). Run this command of that version.`,
    )
}

/** @returns a sentence for operators when a newer version made the database one that this server cannot work with */
export async function findVersionFault(db: Db): Promise<string | undefined> {
  const { migrated, required } = await readVersion(db)
  if (migrated === 'none' || missingMigrations(migrated) || isTooOld(migrated) || names.includes(required))
    return undefined
  return `A newer version of Envhold has migrated the database (${required}). Replace this server with that version.`
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
export const readMigrated = async (db: Db) => (await readVersion(db)).migrated

/** Without a row of its own, a server must know the newest migration. */
async function readVersion(db: Db): Promise<{ readonly migrated: string; readonly required: string }> {
  const rows = await db
    .selectFrom('instance')
    .selectAll()
    .where('key', 'in', ['migrated', 'required-migration'])
    .execute()
  const valueAt = (key: string) => rows.find((row) => row.key === key)?.value
  const migrated = valueAt('migrated') ?? 'none'
  return { migrated, required: valueAt('required-migration') ?? migrated }
}

/** Notes that the database has every migration of this version, and which of them a server must know. */
export async function writeVersion(db: Db): Promise<void> {
  await db
    .insertInto('instance')
    .values([
      { key: 'migrated', value: newestMigration },
      { key: 'required-migration', value: requiredMigration },
    ])
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute()
}
