import type { ArchiveReason } from '@envhold/contract/archive/archive.ts'
import { isEntitled, subscriptionStatuses } from '@envhold/contract/billing/payments.ts'
import type { DbContext } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'

const soonMs = 7 * 86_400_000

/**
 * Accounts in their grace period, without deleted ones, as the cleanup counts them. Suspended ones, whose clocks are
 * stopped, expire neither soon nor already.
 */
export async function countGracePeriods({ db, clock }: DbContext<'clock'>) {
  const now = clock()
  const row = await db
    .selectFrom('account_phases')
    .innerJoin('users', 'users.id', 'account_phases.user_id')
    .where('phase', '=', 'grace')
    .where('users.status', '!=', 'INACTIVE')
    .select(({ fn, eb }) => {
      const runs = eb.and([eb('users.status', '=', 'ACTIVE'), eb('suspended_at', 'is', null)])
      const isOver = eb.and([runs, eb('grace_end', '<=', now)])
      return [
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere(isOver).as('expired'),
        fn
          .countAll<number>()
          .filterWhere(eb.and([runs, eb('grace_end', '>', now), eb('grace_end', '<=', now + soonMs)]))
          .as('soon'),
      ]
    })
    .executeTakeFirstOrThrow()
  const [all, expired, soon] = [Number(row.all), Number(row.expired), Number(row.soon)]
  return { active: all - expired, expired, soon }
}

/** Without the archives of deleted accounts; those of suspended ones do not expire. */
export async function countArchived({ db, clock }: DbContext<'clock'>) {
  const rows = await db
    .selectFrom('archived_projects')
    .innerJoin('users', 'users.id', 'archived_projects.owner_id')
    .where('users.status', '!=', 'INACTIVE')
    .groupBy('reason')
    .orderBy('reason')
    .select(({ fn, eb }) => [
      'reason',
      fn.countAll<number>().as('n'),
      fn
        .countAll<number>()
        .filterWhere(eb.and([eb('users.status', '=', 'ACTIVE'), eb('expires_at', '<=', clock() + soonMs)]))
        .as('soon'),
    ])
    .execute()
  return rows.map(({ reason, n, soon }) => ({
    reason: reason as ArchiveReason,
    count: Number(n),
    soon: Number(soon),
  }))
}

/** Accounts with several subscriptions that renew, the oldest first. */
export async function listPayingTwice({ db }: DbContext, limit: number) {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .where('subscriptions.status', 'in', subscriptionStatuses.filter(isEntitled))
    .where('subscriptions.cancel_at', 'is', null)
    .groupBy(['users.id', 'users.username'])
    .having(({ fn }) => fn.countAll<number>(), '>', 1)
    .select(({ fn }) => ['users.id', 'users.username', fn.countAll<number>().as('subscriptions')])
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(({ subscriptions, ...user }) => ({ ...user, subscriptions: Number(subscriptions) }))
}

/** Failed payments by state, and how often they were looked at again. */
export async function countDunning({ db }: DbContext) {
  const rows = await db
    .selectFrom('dunning')
    .groupBy('state')
    .orderBy('state')
    .select(({ fn }) => ['state', fn.countAll<number>().as('n'), fn.sum<number>('tries').as('tries')])
    .execute()
  return rows.map(({ state, n, tries }) => ({
    state: state as Row<'dunning'>['state'],
    count: Number(n),
    tries: Number(tries),
  }))
}
