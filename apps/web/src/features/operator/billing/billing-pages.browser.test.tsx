import {
  listEveryInvoice,
  listEverySubscription,
  listFailedPayments,
} from '@envhold/contract/operator/billing-lists.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { FailedPaymentsPage, InvoicesPage, SubscriptionsPage } from './billing-pages.tsx'

const at = '2026-03-08T10:00:00.000Z'
const user = { id: 42, username: 'ada', email: 'ada@example.com' }
const pagination = { page: 1, limit: 20, total: 2, pages: 1 }
const show = (part: React.ReactNode, path = '/') =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions: ['*'] } }}
    >
      {part}
    </OperatorContext>,
    { path },
  )
const row = (name: RegExp) => page.getByRole('row', { name })

test('subscriptions say who pays for what until when', async () => {
  const api = fakeApi()
  const subscription = {
    id: 1,
    user,
    plan: 'pro',
    plan_display_name: 'Pro',
    status: 'active' as const,
    billing_interval: 'monthly' as const,
    current_period_start: at,
    current_period_end: at,
    cancel_at: null,
    ended_at: null,
    provider: 'stripe' as const,
    provider_id: 'sub_1',
    test_mode: false,
    created_at: at,
  }
  api.answers(listEverySubscription, {
    subscriptions: [subscription, { ...subscription, id: 2, user: null, status: 'ended', ended_at: at }],
    pagination,
  })
  await show(<SubscriptionsPage />, '/?status=active')
  await expect.element(row(/ada@example.com/)).toHaveTextContent(/Pro, monthlyActive.*Mar 8, 2026Stripe/)
  await expect.element(row(/A deleted account/)).toHaveTextContent(/Ended Mar 8, 2026/)
  expect(api.sent(listEverySubscription)[0]).toMatchObject({ query: { status: 'active', page: '1' } })
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await expectAccessible()
})

test('invoices say what was paid and given back', async () => {
  const invoice = {
    id: 1,
    user,
    number: 'INV-7',
    status: 'partially_refunded' as const,
    total: 500,
    tax: 0,
    refunded: 200,
    currency: 'USD',
    created_at: at,
    provider: 'polar' as const,
  }
  fakeApi().answers(listEveryInvoice, { invoices: [invoice], pagination })
  await show(<InvoicesPage />)
  await expect
    .element(row(/ada@example.com/))
    .toHaveTextContent(/INV-7Partially refunded\$5\.00 \(\$2\.00 back\)/)
})

test('failed payments say how often they were tried again, and an empty list says so', async () => {
  const failed = {
    subscription_id: 1,
    user,
    plan_display_name: 'Pro',
    provider: 'stripe' as const,
    failed_at: at,
    status: 'active' as const,
    tries: 1,
    next_attempt: at,
  }
  const api = fakeApi()
  api.answers(listFailedPayments, { failed_payments: [failed], pagination })
  await show(<FailedPaymentsPage />)
  await expect.element(row(/ada@example.com/)).toHaveTextContent(/Retrying.*Mar 8, 2026.*Once/)
  api.answers(listFailedPayments, { failed_payments: [], pagination: { ...pagination, total: 0, pages: 0 } })
  await page.getByRole('combobox', { name: 'Provider' }).selectOptions('polar')
  await expect.element(page.getByText('No failed payments found')).toBeVisible()
})
