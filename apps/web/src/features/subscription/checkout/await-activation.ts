import { isEntitled } from '@envhold/contract/billing/payments.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'

/** Between the questions; 20 seconds in all. */
const waitsMs = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 5_000] as const

interface Options {
  /** Asks the provider. A failure is as good as 'not yet'. */
  readonly refresh: () => Promise<Subscription | null>
  readonly wait: (ms: number) => Promise<void>
  readonly isStopped: () => boolean
}

/** After a checkout: asks until the payment has arrived. @returns whether it has */
export async function awaitActivation({ refresh, wait, isStopped }: Options): Promise<boolean> {
  for (const ms of waitsMs) {
    await wait(ms)
    if (isStopped()) return false
    const subscription = await refresh().catch(() => null)
    if (subscription && isEntitled(subscription.status)) return true
  }
  return false
}

export const activated = 'Subscription activated successfully!'
