import { isEntitled } from '@envhold/contract/payments.ts'
import { freePlan } from '@envhold/contract/plans.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { changeUser, type User } from '../../users/user-store.ts'
import { findBestSubscription } from './best-subscription.ts'

/** Gives an account the plan that its best subscription pays for. */
export async function setPlan(tx: Tx, account: User): Promise<void> {
  const best = await findBestSubscription(tx, account.id)
  const plan = best && isEntitled(best.status) ? best.plan : freePlan
  if (plan === account.plan) return
  if (!(await changeUser(tx, account, { plan }))) throw new Error('The account changed while it was locked')
}
