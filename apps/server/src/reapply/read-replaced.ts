import { hash } from 'node:crypto'
import { BackupError } from '../backups/backup-folder.ts'
import { ConfigError } from '../config/config.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import type { DbContext, SecretsContext } from '../context.ts'
import { requireMigrated } from '../db/check-version.ts'
import { readInstanceId } from '../db/marks/stored-heads.ts'
import { readConsistently } from '../db/read-consistently.ts'
import { StorageRejection } from '../db/storage-errors.ts'
import { unlessTampered } from '../db/unless-tampered.ts'
import {
  type AuthenticFact,
  isAuthentic,
  type RevocationRow,
  revocationMac,
} from '../features/audit-log/revocation.ts'
import { readRegranted } from './granted-access.ts'
import { maxPlanned } from './plan-revocations.ts'
import {
  type ChangedValues,
  findCommonEntry,
  findKnownIds,
  listChangedValues,
  listRevoked,
} from './replaced-store.ts'
import type { SubjectContext } from './revoked-subject.ts'

/** The database that was replaced: a SQLite file, or a URL. */
export type Replaced = { readonly file: string } | { readonly databaseUrl: string }

export interface ReadReplaced {
  readonly facts: readonly RevocationRow[]
  /** What it had given back, by the ids of the revocations that this database lacks. */
  readonly regranted: ReadonlyMap<string, readonly string[]>
  /** Which values were changed, for the people of their projects. */
  readonly values: readonly RevocationRow[]
}

const unreadable = (why: string) =>
  new BackupError(
    `The replaced database cannot be read: ${why} If the server’s log is kept elsewhere, pass it with --log.`,
  )

interface ReplacedQuery {
  readonly since: number
  /** What else is known to be revoked. */
  readonly logged: readonly AuthenticFact[]
}

/** @throws BackupError if it cannot be read, or is of another instance */
export async function readReplaced(
  ctx: DbContext<'secrets' | 'config' | 'log'>,
  replaced: Replaced,
  { since, logged }: ReplacedQuery,
): Promise<ReadReplaced> {
  const at = { databaseUrl: undefined, dataDir: ctx.config.dataDir, ...replaced }
  try {
    return await readConsistently(at, async (db, engine) => {
      await requireMigrated(db)
      await requireServerSecret(db, ctx.secrets)
      if ((await readInstanceId(db)) !== (await readInstanceId(ctx.db)))
        throw unreadable('it is of another instance.')
      const revoked = await listRevoked(db, since)
      if (revoked.length > maxPlanned) throw unreadable(`it has more than ${maxPlanned} revocations.`)
      const changed = await listChangedValues(db, await findCommonEntry(ctx.db, db))
      // What it lacked after a restore of its own, or never knew, it had not given back.
      const lacking = new Set(revoked.flatMap(({ id, state }) => (state === null ? [] : id)))
      const loggedIds = logged.map(({ id }) => id)
      const known = await findKnownIds(db, loggedIds)
      const facts = [...logged.filter(({ id }) => known.has(id)), ...revoked].filter(
        ({ id }) => !lacking.has(id),
      )
      const regranted = await findRegranted(ctx, { db, engine, secrets: ctx.secrets }, facts)
      return { facts: revoked, regranted, values: changed.map((values) => rowOf(ctx, values)) }
    })
  } catch (error) {
    if (error instanceof BackupError) throw error
    const isExplained = error instanceof StorageRejection || error instanceof ConfigError
    throw unreadable(isExplained ? error.message : 'it is damaged, or does not answer.')
  }
}

async function findRegranted(
  ctx: DbContext<'secrets' | 'log'>,
  replaced: SubjectContext,
  facts: readonly AuthenticFact[],
): Promise<ReadReplaced['regranted']> {
  const known = await findKnownIds(
    ctx.db,
    facts.map(({ id }) => id),
  )
  const regranted = new Map<string, readonly string[]>()
  for (const fact of facts) {
    if (known.has(fact.id) || !isAuthentic(ctx.secrets, fact)) continue
    const granted = await unlessTampered(ctx, 'restore', () => readRegranted(replaced, fact))
    if (granted) regranted.set(fact.id, granted)
  }
  return regranted
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
