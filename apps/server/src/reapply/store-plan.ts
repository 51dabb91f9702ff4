import { retention } from '@envhold/contract/archive/retention.ts'
import { BackupError } from '../backups/backup-error.ts'
import type { DbContext } from '../context.ts'
import { insertRows } from '../db/insert-rows.ts'
import { inTransaction } from '../db/transaction.ts'
import type { RevocationRow } from '../features/audit-log/revocation.ts'
import { daysMs } from '../jobs/retention-rule.ts'
import { maxPlanned, planRevocations } from './plan-revocations.ts'
import { readLog } from './read-log.ts'
import { type Replaced, readReplaced } from './read-replaced.ts'
import { findKnownIds } from './replaced-store.ts'

/** Where it is known from what was revoked after a backup. */
export interface Sources {
  /** A log of the server. */
  readonly log: string | undefined
  readonly replaced: Replaced | undefined
}

export interface StoredPlan {
  /** How many are new on the list. */
  readonly stored: number
  /** How many the restored database has, or had on its list before. */
  readonly known: number
  readonly rejected: number
}

/**
 * Puts on the list of operators what the sources say was revoked, and the restored database lacks. Doing it again adds
 * nothing.
 * @throws BackupError if a source cannot be read
 */
export async function storePlan(
  ctx: DbContext<'engine' | 'secrets' | 'clock' | 'config'>,
  { log, replaced }: Sources,
): Promise<StoredPlan> {
  const since = ctx.clock() - daysMs(retention.revocationDays)
  const ofLog = log === undefined ? undefined : await readLog(log)
  const ofReplaced = replaced && (await readReplaced(ctx, replaced, since))
  const found = [...(ofLog?.found ?? []), ...(ofReplaced?.found ?? [])]
  const values = ofReplaced?.values ?? []
  return await inTransaction(ctx, async ({ db }) => {
    const ids = await findKnownIds(
      db,
      [...found, ...values].map(({ id }) => id),
    )
    const plan = planRevocations(found, { secrets: ctx.secrets, ids, since })
    const lacking = plan.lacking.map(
      (fact): RevocationRow => ({ ...fact, state: 'pending', detail: null, logged: 1 }),
    )
    const rows = [...lacking, ...values.filter(({ id }) => !ids.has(id))]
    if (rows.length > maxPlanned)
      throw new BackupError(`More than ${maxPlanned} revocations are lacking. Restore a newer backup.`)
    await insertRows(db, 'revocations', rows.map(inOrder))
    return { stored: rows.length, known: plan.known, rejected: plan.rejected + (ofLog?.garbled ?? 0) }
  })
}

/** Rows of one statement have their columns in one order. */
const inOrder = (row: RevocationRow): RevocationRow => {
  const { id, at, kind, user_id, project_id, environment_id, subject, state, detail, logged, mac } = row
  return { id, at, kind, user_id, project_id, environment_id, subject, state, detail, logged, mac }
}
