/** What is known of attacks on the instance, and of what protects it. Everything is bounded. */
import { maxCounted } from '@envhold/contract/operator/instance-health.ts'
import { verifyingKinds } from '@envhold/contract/operator/jobs.ts'
import { isAreaPermission, isOperatorPermission } from '@envhold/contract/permissions.ts'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { parseStored, storedTexts } from '../../../db/parse-stored.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { resultOf } from '../jobs/job-result.ts'
import { findNewestJob } from '../jobs/job-store.ts'
import { splitRoleRows } from '../roles/role-store.ts'

/** Tampering is shown for so long, unless a verification finds nothing afterwards. */
const tamperingMs = daysMs(7)
/** Of the entries without a user, the newest. */
const searchedEntries = 2_000

export interface Counted {
  readonly count: number
  readonly since: number
}

interface Verification {
  readonly at: number
  readonly found: number
}

/** The newest verification of the audit logs that has ended. */
async function readVerification(db: Db): Promise<Verification | undefined> {
  const job = await findNewestJob(db, verifyingKinds)
  if (job?.state !== 'done' || job.finished_at === null) return undefined
  return { at: job.created_at, found: resultOf(job).failed }
}

/** Rows that were changed from outside and met since the last verification that found nothing. */
async function findTampering(
  db: Db,
  now: number,
  verified: Verification | undefined,
): Promise<Counted | undefined> {
  const newest = await db
    .selectFrom('activity')
    .select(['event_type', 'at'])
    .where('user_id', 'is', null)
    .orderBy('sequence', 'desc')
    .limit(searchedEntries)
    .execute()
  const after = Math.max(now - tamperingMs, verified?.found === 0 ? verified.at : 0)
  const met = newest.filter(({ event_type, at }) => event_type === 'security_violation' && at > after)
  return met.length === 0 ? undefined : { count: met.length, since: Math.min(...met.map(({ at }) => at)) }
}

/** Active accounts that may open the operator area, with neither an authenticator app nor a passkey. */
async function countUnprotected(ctx: DbContext<'secrets' | 'log'>): Promise<number> {
  const { db } = ctx
  const roles = (await splitRoleRows(ctx)).rows.filter(({ permissions }) =>
    parseStored(storedTexts, permissions).filter(isOperatorPermission).some(isAreaPermission),
  )
  if (roles.length === 0) return 0
  const operators = db
    .selectFrom('users')
    .select('users.id')
    .where(
      'role',
      'in',
      roles.map(({ name }) => name),
    )
    .where('status', '=', 'ACTIVE')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('totp_factors')
            .select('totp_factors.id')
            .whereRef('totp_factors.user_id', '=', 'users.id')
            .where('confirmed_at', 'is not', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id'))),
    )
    .limit(maxCounted)
  return await countAll(db.selectFrom(operators.as('operators')))
}

export async function readProtection(ctx: DbContext<'secrets' | 'log'>, now: number) {
  const verification = await readVerification(ctx.db)
  return {
    tampering: await findTampering(ctx.db, now, verification),
    failedVerification:
      verification && verification.found > 0
        ? { count: verification.found, since: verification.at }
        : undefined,
    unprotected: await countUnprotected(ctx),
  }
}
