// What a customer who wants to pay is answered while a provider fails.

import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../../../../dev/world/payments/fake-server.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../../dev/world/payments/paying-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { updateGeneralSettings } from '../../../payments/settings/payment-settings.ts'
import { readLastErrors } from '../../../payments/settings/payment-settings-store.ts'

const openOf = async ({ app }: PayingApp, { userId }: Customer) =>
  await app.ctx.db
    .selectFrom('checkouts')
    .select(['provider', 'session_id'])
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .execute()

const body = { error: { type: 'invalid_request_error', message: 'Of ada@example.com' } }
const faults: readonly (readonly [fault: Fault, lastError: string])[] = [
  [{ status: 500, body }, 'unavailable (500)'],
  [{ status: 429, body, headers: { 'retry-after': '3600' } }, 'unavailable (429)'],
  [{ status: 200, body: '<p>Back soon</p>' }, 'unavailable'],
  ['close', 'unavailable (UND_ERR_SOCKET)'],
  ['hang', 'unavailable'],
  [{ status: 401, body }, 'misconfigured (401)'],
  [{ status: 404, body }, 'misconfigured (404)'],
]

const isUnavailable = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'The payment provider does not respond. Nothing was charged. Please try again in a moment.',
}

type Id = 'stripe' | 'dodo' | 'polar'

// They run at the same time: a provider that hangs takes eight seconds.
describe.concurrent('which provider is tried', () => {
  const play = async (life: (world: PayingApp, ada: Customer) => Promise<void>) => {
    const world = await startPayingApp('sqlite', ['stripe', 'dodo', 'polar'])
    try {
      await life(world, await world.customer())
    } finally {
      await world.stop()
    }
  }
  const callsOf = (world: PayingApp, id: Id) => world.fake(id).server.log.length
  const fail = (world: PayingApp, status: number, ...ids: Id[]) => {
    for (const id of ids) world.fake(id).server.fault = { status, body }
  }

  test.concurrent.each(faults)(
    'the default provider fails with %j, and the fallback works',
    async (fault, lastError) => {
      const world = await startPayingApp('sqlite', ['stripe', 'dodo'])
      try {
        const ada = await world.customer()
        world.fake('stripe').server.fault = fault
        const { checkoutUrl, provider } = await ada.checkout()
        expect(provider).toBe('dodo')
        expect(await openOf(world, ada)).toEqual([{ provider: 'dodo', session_id: expect.any(String) }])
        const errors = await readLastErrors(world.app.ctx)
        expect(errors.get('stripe')?.text).toBe(lastError)
        expect(errors.get('dodo')).toBeUndefined()
        await press(checkoutUrl, 'pay')
        await world.deliver()
        expect(await ada.mails()).toEqual(['payment-receipt'])
      } finally {
        await world.stop()
      }
    },
  )

  test.concurrent('both are down: nothing is charged and nothing is left open', () =>
    play(async (world, ada) => {
      fail(world, 500, 'stripe', 'dodo')
      await expect(ada.checkout()).rejects.toMatchObject(isUnavailable)
      expect(await openOf(world, ada)).toEqual([])
      expect(callsOf(world, 'polar')).toBe(0)
      world.fake('dodo').server.fault = undefined
      expect((await ada.checkout()).provider).toBe('dodo')
    }))

  test.concurrent('one that the customer chose is not replaced: the others are offered', () =>
    play(async (world, ada) => {
      fail(world, 500, 'polar')
      await expect(ada.checkout({ provider: 'polar' })).rejects.toMatchObject({
        status: 503,
        code: 'UNAVAILABLE',
        message:
          'Polar does not take payments at the moment. Nothing was charged. Try again later, or pay with Stripe, Dodo Payments or Sandbox.',
      })
      expect([callsOf(world, 'stripe'), callsOf(world, 'dodo')]).toEqual([0, 0])
      expect(await openOf(world, ada)).toEqual([])
      expect((await ada.checkout({ provider: 'dodo' })).provider).toBe('dodo')
    }))

  test.concurrent('without a fallback, or with one that has no price, the failure is answered', () =>
    play(async (world, ada) => {
      fail(world, 401, 'stripe')
      await world.app.ctx.db.deleteFrom('plan_prices').where('provider', '=', 'dodo').execute()
      await expect(ada.checkout()).rejects.toMatchObject(isUnavailable)
      expect((await readLastErrors(world.app.ctx)).get('dodo')?.text).toBe('misconfigured')
      await inTransaction(world.app.ctx, (tx) => updateGeneralSettings(tx, { enableAutoFallback: false }))
      await expect(ada.checkout()).rejects.toMatchObject(isUnavailable)
      expect(callsOf(world, 'dodo')).toBe(0)
      expect(await openOf(world, ada)).toEqual([])
    }))
})
