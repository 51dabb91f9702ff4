import type { Context } from '../../../context.ts'
import { ipNetworks } from '../../../http/ip-rate-key.ts'
import { countOpenDeviceLogins, deleteDeviceLogin, listUnread } from './device-login-store.ts'

/** Of the instance. It also bounds how likely a guessed user code is one that waits: 2,000 in 19^8. */
const maxOpenDeviceLogins = 2_000

const widest = (ip: string) => ipNetworks(ip).at(-1) ?? ip

/**
 * Deletes logins beyond the limit, after one was added: of the network that has most of those that nobody has looked
 * at, the oldest. Strangers who begin many therefore replace their own. Several nodes may do this at once: they choose
 * the same ones.
 * @param added the id of the new login
 * @returns whether the new one is still there
 */
export async function trimDeviceLogins(ctx: Pick<Context, 'db' | 'clock'>, added: string): Promise<boolean> {
  const now = ctx.clock()
  let excess = (await countOpenDeviceLogins(ctx.db, now)) - maxOpenDeviceLogins
  if (excess <= 0) return true
  const byNetwork = Map.groupBy(await listUnread(ctx.db, now), ({ ip }) => widest(ip))
  const deleted = new Set<string>()
  for (; excess > 0; excess--) {
    const [most] = [...byNetwork.values()].toSorted((left, right) => right.length - left.length)
    const oldest = most?.shift()
    if (!oldest) break
    await deleteDeviceLogin(ctx, oldest)
    deleted.add(oldest.id)
  }
  return !deleted.has(added)
}
