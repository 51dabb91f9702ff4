import { isEntitled } from '@envhold/contract/billing/payments.ts'
import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { recordEntitlement } from '../../plans/account-phase-store.ts'
import { findGrantedPlan } from '../../plans/granted-plan-store.ts'
import { withdrawCallMail } from '../../usage/notify-month.ts'
import { changeUser, type User } from '../../users/user-store.ts'
import { findBestSubscription } from '../subscriptions/own-subscription.ts'

/** Gives a locked account the plan that an operator granted, or else the one that its best subscription pays for. */
export async function setPlan(tx: Tx, account: User): Promise<void> {
  if (account.plan !== freePlan) await recordEntitlement(tx, account.id)
  const plan = (await findGrantedPlan(tx, account.id))?.plan ?? (await paidPlan(tx, account.id))
  if (plan === account.plan) return
  if (!(await changeUser(tx, account, { plan }))) throw new Error('The account changed while it was locked')
  await withdrawCallMail(tx, account.id)
}

async function paidPlan(tx: Tx, userId: number): Promise<string> {
  const best = await findBestSubscription(tx, userId)
  return best && isEntitled(best.status) ? best.plan : freePlan
}
