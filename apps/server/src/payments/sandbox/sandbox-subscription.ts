import type { SandboxAction } from '@envhold/contract/billing/sandbox.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { inTransaction, type WithTrx } from '../../db/transaction.ts'
import { actionsOf, advance, changeOf, type SandboxSubscription } from './sandbox-life.ts'
import {
  findSandboxSubscription,
  hasPaidInvoice,
  lockSandboxSubscription,
  writeChange,
} from './sandbox-store.ts'

type SandboxDeps = DbContext<'engine' | 'clock'>

/** Reads a subscription as it is now. What the time has changed is stored first. */
export async function readSandboxSubscription(
  deps: SandboxDeps,
  id: string,
  testMode: boolean,
): Promise<SandboxSubscription | undefined> {
  const found = await findSandboxSubscription(deps, id)
  if (!found || !advance(found, deps.clock(), testMode)) return found
  return await inTransaction(deps, (tx) => lockAdvanced(tx, id, testMode))
}

async function lockAdvanced(
  tx: WithTrx<SandboxDeps> & TrxContext,
  id: string,
  testMode: boolean,
): Promise<SandboxSubscription | undefined> {
  const locked = await lockSandboxSubscription(tx, id)
  const change = locked && advance(locked, tx.clock(), testMode)
  if (!change) return locked
  await writeChange(tx, change)
  return change.subscription
}

export type Acted = 'done' | 'not_found' | 'makes_no_sense'

/** Plays an action, in one transaction under a lock of the subscription. */
export const actOnSandbox = (
  deps: SandboxDeps,
  {
    id,
    action,
    testMode,
  }: { readonly id: string; readonly action: SandboxAction; readonly testMode: boolean },
): Promise<Acted> =>
  inTransaction(deps, async (tx) => {
    const subscription = await lockAdvanced(tx, id, testMode)
    if (!subscription) return 'not_found'
    const hasPaid = await hasPaidInvoice(tx, id)
    if (!actionsOf(subscription, { testMode, hasPaid }).includes(action)) return 'makes_no_sense'
    await writeChange(tx, changeOf(action, subscription, tx.clock()))
    return 'done'
  })
