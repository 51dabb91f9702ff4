import { hash } from 'node:crypto'
import { BackupError } from '../backups/backup-folder.ts'
import { ConfigError } from '../config/config.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import type { DbContext, SecretsContext } from '../context.ts'
import { requireMigrated } from '../db/check-version.ts'
import { readInstanceId } from '../db/marks/stored-heads.ts'
import { readConsistently } from '../db/read-consistently.ts'
import { StorageRejection } from '../db/storage-errors.ts'
import { type AuthenticFact, type RevocationRow, revocationMac } from '../features/audit-log/revocation.ts'
import { maxPlanned } from './plan-revocations.ts'
import { type ChangedValues, findCommonEntry, listChangedValues, listRevoked } from './replaced-store.ts'

/** The database that was replaced: a SQLite file, or a URL. */
export type Replaced = { readonly file: string } | { readonly databaseUrl: string }

export interface ReadReplaced {
  readonly facts: readonly AuthenticFact[]
  /** Which values were changed, for the people of their projects. */
  readonly values: readonly RevocationRow[]
}

const unreadable = (why: string) =>
  new BackupError(
    `The replaced database cannot be read: ${why} If the server’s log is kept elsewhere, pass it with --log.`,
  )

/** @throws BackupError if it cannot be read, or is of another instance */
export async function readReplaced(
  ctx: DbContext<'secrets' | 'config'>,
  replaced: Replaced,
  since: number,
): Promise<ReadReplaced> {
  const at = { databaseUrl: undefined, dataDir: ctx.config.dataDir, ...replaced }
  try {
    return await readConsistently(at, async (db) => {
      await requireMigrated(db)
      await requireServerSecret(db, ctx.secrets)
      if ((await readInstanceId(db)) !== (await readInstanceId(ctx.db)))
        throw unreadable('it is of another instance.')
      const revoked = await listRevoked(db, since)
      if (revoked.length > maxPlanned) throw unreadable(`it has more than ${maxPlanned} revocations.`)
      const changed = await listChangedValues(db, await findCommonEntry(ctx.db, db))
      return { facts: revoked, values: changed.map((values) => rowOf(ctx, values)) }
    })
  } catch (error) {
    if (error instanceof BackupError) throw error
    const isExplained = error instanceof StorageRejection || error instanceof ConfigError
    throw unreadable(isExplained ? error.message : 'it is damaged, or does not answer.')
  }
}

const idLength = 16

/** The same change has the same id, however often it is read. */
function rowOf({ secrets }: SecretsContext, changed: ChangedValues): RevocationRow {
  const { at, project_id, environment_id, descriptions } = changed
  const fact = {
    id: hash('sha256', `values ${environment_id} ${at}`, 'base64url').slice(0, idLength),
    ...{ at, kind: 'values', user_id: null, project_id, environment_id, subject: '' },
  }
  const mac = revocationMac.of(secrets, fact)
  return { ...fact, state: 'pending', detail: descriptions.join('; '), logged: 1, mac }
}
