import { nextTurn } from '../../db/yield-to-event-loop.ts'
import type { Tx } from '../audit-log/tx.ts'
import { type EnvironmentRow, findEnvironment } from '../environments/environment-store.ts'

/** How much processor time a transaction may use for re-keying, in ms. It stops the writes of others on SQLite. */
const rekeyBudgetMs = 250

/** How many environments one call grants keys of. Later calls do the others. */
export const maxGrantedPerCall = 8

const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Locks environments, and works on those that exist, one after the other. Others run in between.
 * @param work gets whether the time is over: the remaining re-keys stay pending, for later calls
 */
export async function forEachLocked(
  tx: Tx,
  ids: readonly number[],
  work: (environment: EnvironmentRow, isSpent: () => boolean) => Promise<void>,
): Promise<void> {
  const started = processorMs()
  const isSpent = () => processorMs() - started >= rekeyBudgetMs
  await tx.hold(ids)
  for (const id of ids) {
    await nextTurn()
    const environment = await findEnvironment(tx, id)
    if (environment) await work(environment, isSpent)
  }
}
