import { freePlan } from '@envhold/contract/plans.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import { excessOf } from '../status/excess.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** Mails that a subscription has ended, and which plan the account has now. */
export async function mailEnded(tx: Tx, { plan, user_id }: SubscriptionRow): Promise<void> {
  const account = await findUser(tx, user_id)
  if (!account) return
  const excess = account.plan === freePlan ? await excessOf(tx, user_id) : undefined
  await queueMail(tx, 'subscriptionEnded', {
    to: account.email,
    variables: {
      plan: await planDisplayName(tx, plan),
      now: await planDisplayName(tx, account.plan),
      projects: excess?.projects.length ?? 0,
      people: excess?.people.length ?? 0,
    },
  })
}
