// A suspended account can sign out, read why, confirm who it is, and manage what it pays for. Every other call of the
// contract is refused.

import { cancelSubscription, refreshSubscription } from '@envhold/contract/billing/subscription.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { type PayingApp, press, startPayingApp } from '../../../dev/world/payments/paying-app.ts'
import { codeOfEmpty } from '../../../dev/world/sample-inputs/empty-request.ts'
import { seedPersonalToken } from '../../../dev/world/seed-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { suspendAccount } from './features/accounts/suspend-account.ts'
import { transact } from './features/audit-log/tx.ts'

const allowed = [
  'readUserStatus',
  'readSubscriptionStatus',
  'readCompliance',
  'readComplianceHistory',
  'readCurrentSubscription',
  'refreshSubscription',
  'readSubscriptionUsage',
  'checkLimit',
  'startCheckout',
  'openCustomerPortal',
  'previewCancellation',
  'cancelSubscription',
  'resumeSubscription',
  'previewSubscriptionChange',
  'changeSubscription',
  'cancelPlannedChange',
  'listInvoices',
  'openInvoice',
  'readSandboxCheckout',
  'answerSandboxCheckout',
  'readSandboxPortal',
  'actInSandboxPortal',
  'readSandboxInvoice',
  'listExport',
  'exportEnvironment',
  'confirmPassword',
  'confirmTotp',
  'confirmRecoveryCode',
  'startPasskeyConfirmation',
  'confirmPasskey',
  'startProviderConfirmation',
  'confirmWithProvider',
  // Last: it ends the session.
  'logout',
]
const withoutAccount = ['anyone', 'api-key', 'webhook']
const ofAccount = everyEndpoint.filter(({ audience }) => !withoutAccount.includes(audience))

forEachEngine((engine) => {
  let world: PayingApp
  let person: Person
  let personalToken: string
  beforeAll(async () => {
    world = await startPayingApp(engine, ['stripe'])
    await addPerson(world.app, { masterPassword: null })
    person = await addPerson(world.app)
    personalToken = (await seedPersonalToken(person)).token
    await transact(world.app.ctx, { userId: null, origin: null }, (tx) =>
      suspendAccount(tx, { id: person.userId }, 'Spam'),
    )
  })
  afterAll(() => world.stop())

  test('it pays, and cancels', async () => {
    const ada = await world.customer(person)
    await press((await ada.checkout()).checkoutUrl, 'pay')
    const { subscription } = await ada.call(refreshSubscription, {})
    expect(subscription).toMatchObject({ status: 'active', plan: 'pro' })
    // It signed in long ago, so it confirms first.
    world.wait(11 * 60_000)
    const { subscription: canceled } = await person.client.call(cancelSubscription, {
      body: { subscriptionId: subscription?.id ?? 0, reason: 'too_expensive' },
    })
    expect(canceled.cancel_at).toBe(subscription?.current_period_end)
  })

  test('of everything else, nothing', async () => {
    const open: string[] = []
    const inOrder = [...ofAccount].sort((a, b) => allowed.indexOf(a.name) - allowed.indexOf(b.name))
    for (const endpoint of inOrder)
      if ((await codeOfEmpty(world.app, endpoint, { token: person.token })) !== 'ACCOUNT_SUSPENDED')
        open.push(endpoint.name)
    expect(open.toSorted()).toEqual(allowed.toSorted())
  })

  test('a personal token of it opens nothing at all', async () => {
    for (const endpoint of ofAccount)
      expect([endpoint.name, await codeOfEmpty(world.app, endpoint, { token: personalToken })]).toEqual([
        endpoint.name,
        expect.stringMatching(/^(ACCOUNT_SUSPENDED|FORBIDDEN|UNAUTHENTICATED)$/),
      ])
  })
})
