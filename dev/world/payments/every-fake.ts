// The fake payment providers, and how a server is told to use them.

import type { DbContext } from '../../../apps/server/src/context.ts'
import { inTransaction } from '../../../apps/server/src/db/transaction.ts'
import { setPrice } from '../../../apps/server/src/features/plans/plan-price-store.ts'
import { updateProviderSettings } from '../../../apps/server/src/payments/settings/payment-settings.ts'
import type { FakeClock } from './fake-clock.ts'
import { startFakeDodo } from './fake-dodo.ts'
import { startFakeLemonsqueezy } from './fake-lemonsqueezy.ts'
import { startFakePolar } from './fake-polar.ts'
import { startFakeStripe } from './fake-stripe.ts'

export const starters = {
  stripe: startFakeStripe,
  dodo: startFakeDodo,
  lemonsqueezy: startFakeLemonsqueezy,
  polar: startFakePolar,
}
export type FakeId = keyof typeof starters
export const fakeIds = Object.keys(starters) as FakeId[]
export type Fake = Awaited<ReturnType<(typeof starters)[FakeId]>>
export type Fakes = ReadonlyMap<FakeId, Fake>

export async function startFakes(ids: readonly FakeId[], clock: FakeClock): Promise<Fakes> {
  const fakes = new Map<FakeId, Fake>()
  for (const id of ids) fakes.set(id, await starters[id]({ clock }))
  return fakes
}

/** The value of `PAYMENT_PROVIDER_URLS` that leads a server to them. */
export const urlsOf = (fakes: Fakes): string =>
  [...fakes].map(([id, { server }]) => `${id}=${server.url}`).join(',')

type Writing = DbContext<'engine' | 'secrets' | 'clock'>

/** Stores their keys and prices, as an operator would, and has them deliver their webhooks to the server. */
export async function connectFakes(ctx: Writing, fakes: Fakes, serverUrl: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const [id, { settings, prices }] of fakes) {
      const { baseUrl: _, testMode: __, ...stored } = settings
      await updateProviderSettings(tx, id, { ...stored, isActive: true })
      for (const { ref, interval } of prices.slice(0, 2))
        await setPrice(
          tx,
          { plan: 'pro', interval: interval === 'month' ? 'monthly' : 'yearly', provider: id },
          ref,
        )
    }
  })
  for (const [id, { webhooks }] of fakes) webhooks.url = `${serverUrl}/api/webhooks/${id}`
}
