import { freePlan } from '@envhold/contract/plans.ts'
import { noteEntitlement } from '../../archive/phase/note-entitlement.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import { changesBetween } from './changes.ts'
import { mailEnded } from './mail-ended.ts'
import { recordChange } from './record-change.ts'
import { setPlan } from './set-plan.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** What follows from a change of a subscription: the account's plan and phase, activity and mails. */
export async function applyConsequences(
  tx: Tx,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
): Promise<void> {
  const account = await findUser(tx, after.user_id)
  const changes = changesBetween(before, after)
  if (account && account.plan !== freePlan) await noteEntitlement(tx, account.id)
  if (account) await setPlan(tx, account)
  for (const change of changes) await recordChange(tx, { change, subscription: after, account })
  if (!account) return
  const ended = changes.includes('ended') ? await planDisplayName(tx, after.plan) : undefined
  const followed = await updatePhase(tx, account.id, ended)
  // The mail about the grace period says it too.
  const isTold = followed.some(({ kind }) => kind === 'grace_started')
  if (ended !== undefined && !isTold) await mailEnded(tx, after)
}
