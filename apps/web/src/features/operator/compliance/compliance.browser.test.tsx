import {
  openUserInvoice,
  readArchiveStats,
  readComplianceStats,
  readDunningStats,
  readUserBilling,
} from '@envhold/contract/operator/user-billing.ts'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { SubscriptionDetails } from '../users/user-billing.tsx'
import { CompliancePage } from './compliance-page.tsx'

const lastUpdated = '2026-11-26T14:06:00.000Z'
const at = (part: ReactNode, permissions: readonly string[] = ['admin.stats']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions } }}
    >
      {part}
    </OperatorContext>,
  )
const begin = () => {
  const api = fakeApi()
  api.answers(readComplianceStats, {
    usersInGracePeriod: 7,
    gracePeriodExpiringSoon: 4,
    gracePeriodExpired: 2,
    payingTwice: [{ id: 42, username: 'mallory', subscriptions: 2 }],
    lastUpdated,
  })
  api.answers(readArchiveStats, {
    totalActive: 31,
    expiringSoon: 3,
    lastUpdated,
    byReason: [{ archived_reason: 'grace_period_expired', count: 31 }],
  })
  api.answers(readDunningStats, {
    totalActiveRecords: 5,
    averageRetryCount: 1.25,
    successRate: 2 / 3,
    lastUpdated,
    byStatus: [{ status: 'recovered', count: 2 }],
  })
  return api
}

test('five cards, two panels, and since when they hold', async () => {
  const api = begin()
  await at(<CompliancePage />)
  await expect.element(page.getByText('Action needed')).toBeVisible()
  for (const text of [
    'grace period expired',
    'mallory',
    '2 subscriptions',
    '1.3',
    '66.7%',
    'Paid after all',
    /Nov 26, 2026/,
  ])
    await expect.element(page.getByText(text)).toBeVisible()
  await expectAccessible()
  api.answers(readDunningStats, {
    totalActiveRecords: 0,
    averageRetryCount: 0,
    successRate: null,
    lastUpdated,
    byStatus: [],
  })
  await page.getByRole('button', { name: 'Refresh Data' }).click()
  await expect.element(page.getByText('N/A')).toBeVisible()
  await expect.element(page.getByText('No payment has failed.')).toBeVisible()
})

test('what an account pays, with its invoices and failed payments', async () => {
  const api = fakeApi()
  api.answers(readUserBilling, {
    plan: { name: 'pro', display_name: 'Pro' },
    granted_plan: null,
    subscriptions: [
      {
        id: 3,
        plan: 'pro',
        plan_display_name: 'Pro',
        status: 'past_due',
        billing_interval: 'monthly',
        current_period_start: lastUpdated,
        current_period_end: lastUpdated,
        cancel_at: null,
        next: null,
        ended_at: null,
        next_payment_attempt: lastUpdated,
        ends_unpaid_at: null,
        provider: 'stripe',
        test_mode: false,
        provider_id: 'sub_123',
      },
    ],
    invoices: [
      {
        id: 9,
        number: 'INV-1',
        status: 'partially_refunded',
        total: 500,
        tax: 0,
        refunded: 200,
        currency: 'USD',
        created_at: lastUpdated,
        provider: 'stripe',
      },
    ],
    payment_failures: [
      {
        subscription_id: 3,
        provider: 'stripe',
        failed_at: lastUpdated,
        status: 'active',
        tries: 1,
        next_attempt: null,
      },
    ],
  })
  api.rejects(openUserInvoice, 'NOT_FOUND')
  await at(<SubscriptionDetails userId={7} />)
  for (const text of [
    'Pro, monthly',
    'Past due',
    'sub_123',
    /INV-1/,
    'Partially refunded',
    /\$5.00 \(\$2.00 back\)/,
    'Retrying',
  ])
    await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByText(/Tried again: once/)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'View invoice INV-1' }).click()
  await expect.poll(() => api.sent(openUserInvoice).length).toBe(1)
  await expect.element(page.getByText('Not found.')).toBeVisible()
})
