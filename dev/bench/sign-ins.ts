import { createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { suspendAccount } from '../../apps/server/src/features/accounts/suspend-account.ts'
import { transact } from '../../apps/server/src/features/audit-log/tx.ts'
import { appForTests } from '../world/app-for-tests.ts'
import { signUp } from '../world/sign-up.ts'
import type { Cost } from './costs.ts'

const goal = 0.05

const medianOf = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0

/** How much longer a wrong password takes for one kind of account than for another. */
export async function measureSignIns(tries: number): Promise<Cost> {
  const app = await appForTests('sqlite', { TRUST_PROXY: '127.0.0.1' })
  try {
    await signUp(app.url, { masterPassword: null })
    const [active, suspended] = [
      await signUp(app.url, { masterPassword: null }),
      await signUp(app.url, { masterPassword: null }),
    ]
    await transact(app.ctx, { userId: null, origin: null }, (tx) =>
      suspendAccount(tx, { id: suspended.userId }, 'For the bench'),
    )
    const names = { unknown: 'no-one@example.com', active: active.email, suspended: suspended.email }
    const times: Record<keyof typeof names, number[]> = { unknown: [], active: [], suspended: [] }
    const client = createClient({
      server: app.url,
      headers: () => ({ 'x-forwarded-for': '192.0.2.1' }),
      timeoutMs: 60_000,
    })
    for (let n = 0; n < tries; n++)
      for (const kind of ['unknown', 'active', 'suspended'] as const) {
        // Each try is the first: waits are not what is measured.
        await app.ctx.db.deleteFrom('failure_waits').execute()
        await app.ctx.db.deleteFrom('attempts').execute()
        const begun = performance.now()
        await client.call(login, { body: { email: names[kind], password: 'wrong password' } }).catch(() => {})
        times[kind].push(performance.now() - begun)
      }
    const medians = [medianOf(times.unknown), medianOf(times.active), medianOf(times.suspended)]
    const difference = Math.max(...medians) / Math.min(...medians) - 1
    return {
      name: `wrong passwords of an unknown, an active and a suspended account, ${tries} each`,
      text: `medians ${medians.map((ms) => ms.toFixed(1)).join(', ')} ms, ${(difference * 100).toFixed(1)} % apart`,
      goal: `≤ ${goal * 100} % apart`,
      isReached: difference <= goal,
    }
  } finally {
    await app.stop()
  }
}
