import * as contract from '@envhold/contract/keyring/keyring.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import { verb } from '../../http/verb.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { openVault } from '../keyring/unlock.ts'
import { listPendingRekeys } from './pending-work-store.ts'
import { rekeyIfPending } from './rekey-environment.ts'

/** A call stops re-keying after this time. The client calls again for the rest. */
const budgetMs = 250

/**
 * The second step after a leaked master password, repeated until done: any holder of an environment's key may replace
 * it when a re-key is pending. An environment that fails does not stop the others.
 * @throws the first failure, when there is nothing else left to do
 */
export const rekeyEnvironments = verb(contract.rekeyEnvironments, async (world: VaultWorld, call) => {
  const started = performance.now()
  const { caller, origin } = call
  const holder = await openVault(world, call)
  const waiting = await listPendingRekeys(world.db, holder)
  const failures: unknown[] = []
  let rekeyed = 0
  for (const id of waiting) {
    try {
      if (await rekeyIfPending(world, { holder, caller, origin }, id, 'revoke own access')) rekeyed++
    } catch (error) {
      if (!(error instanceof AppError || error instanceof TamperedRowError)) throw error
      failures.push(error)
    }
    if (rekeyed > 0 && performance.now() - started >= budgetMs) break
  }
  if (rekeyed === 0 && failures.length > 0) throw failures[0]
  return { rekeyed, remaining: (await listPendingRekeys(world.db, holder)).length }
})
