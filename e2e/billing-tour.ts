// The page Subscription & Billing and the sandbox's pages in each of their states. What takes days at a real provider
// is answered here, in the shapes of the contract.

import type { Endpoint, OutputOf } from '@envhold/contract/endpoint.ts'
import { type Invoice, listInvoices } from '@envhold/contract/invoices.ts'
import { listPlans, type PlanOffer } from '@envhold/contract/plan-offers.ts'
import * as sandbox from '@envhold/contract/sandbox.ts'
import * as contract from '@envhold/contract/subscription.ts'
import type { Page } from '@playwright/test'
import type { Stop } from './tour.ts'

const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const id = 'a'.repeat(32)

export async function answer<E extends Endpoint>(
  page: Page,
  endpoint: E,
  output: OutputOf<E>,
): Promise<void> {
  await page.route(`**/api${endpoint.path.replace(/\{\w+\}/g, '*')}`, async (route) => {
    if (route.request().method() !== endpoint.method) return route.fallback()
    await route.fulfill({ json: output })
  })
}

const pro: contract.Subscription = {
  id: 7,
  plan: 'pro',
  plan_display_name: 'Pro',
  status: 'active',
  billing_interval: 'yearly',
  current_period_start: inDays(-200),
  current_period_end: inDays(165),
  cancel_at: null,
  ended_at: null,
  next_payment_attempt: null,
  provider: 'sandbox',
  test_mode: true,
}

const invoices: Invoice[] = [
  ['INV-2026-0007', 'paid', 5_950, 950, 0],
  ['INV-2026-0006', 'partially_refunded', 5_950, 950, 1_000],
  ['INV-2025-0005', 'refunded', 5_000, 0, 5_000],
  ['INV-2025-0004', 'failed', 5_000, 0, 0],
].map(([number, status, total, tax, refunded], at) => ({
  id: at + 1,
  number: String(number),
  status: status as Invoice['status'],
  total: Number(total),
  tax: Number(tax),
  refunded: Number(refunded),
  currency: 'USD',
  created_at: inDays(-30 * at - 3),
  provider: 'sandbox',
}))

const unlimited = {
  max_projects: -1,
  max_collaborators: -1,
  max_stored_bytes: 1_000_000_000,
  max_api_calls_per_month: -1,
}
const free = {
  max_projects: 1,
  max_collaborators: 2,
  max_stored_bytes: 50_000_000,
  max_api_calls_per_month: 1_000,
}
const counts = { projects_count: 1, collaborators_count: 1, stored_bytes: 41_300_000, api_calls_count: 731 }

const freeOffer: PlanOffer = {
  id: 1,
  name: 'starter',
  display_name: 'Free',
  description: 'For one project and a small team',
  price_monthly: 0,
  price_yearly: 0,
  ...free,
  api_rate_limit_per_hour: 100,
  features: {},
}
const proOffer: PlanOffer = {
  ...freeOffer,
  id: 2,
  name: 'pro',
  display_name: 'Pro',
  description: 'For teams with many projects',
  price_monthly: 5,
  price_yearly: 50,
  ...unlimited,
  api_rate_limit_per_hour: 1_000,
}
const sandboxOnly = [{ id: 'sandbox' as const, display_name: 'Sandbox' }]

async function answerPlans(page: Page, providers: OutputOf<typeof listPlans>['providers']) {
  const plans = [freeOffer, proOffer]
  const default_provider = providers[0]?.id ?? null
  await answer(page, listPlans, { plans, providers, default_provider, test_mode: true })
}

/** The page of an account with this subscription, and what it has used. */
async function open(
  page: Page,
  subscription: Partial<contract.Subscription> | null,
  { providers = sandboxOnly, search = '' }: { providers?: typeof sandboxOnly; search?: string } = {},
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const current = subscription && { ...pro, ...subscription }
  await answer(page, contract.readCurrentSubscription, { subscription: current })
  await answer(page, contract.refreshSubscription, { subscription: current })
  await answer(page, contract.readSubscriptionUsage, {
    usage: current
      ? {
          current: {
            projects_count: 12,
            collaborators_count: 9,
            stored_bytes: 128_400_000,
            api_calls_count: 48_210,
          },
          limits: unlimited,
        }
      : { current: counts, limits: free },
  })
  await answer(page, listInvoices, { invoices: current ? invoices : [] })
  await answerPlans(page, providers)
  await page.goto(`/subscription${search}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const state =
  (subscription: Partial<contract.Subscription> | null, text: string | RegExp): Stop['go'] =>
  async (page) => {
    await open(page, subscription)
    await seen(page, text)
  }

const preview: OutputOf<typeof contract.previewCancellation> = {
  ends_at: inDays(165),
  grace_ends_at: inDays(195),
  deleted_at: inDays(225),
  max_projects: 1,
  max_collaborators: 2,
  excess_projects: ['Mobile API', 'Payments', 'Warehouse'].map((name, at) => ({ id: at + 1, name })),
  excess_collaborators: [{ email: 'katherine@example.com' }, { email: 'margaret.hamilton@example.com' }],
}

async function openCancel(page: Page, output: typeof preview | null): Promise<void> {
  await open(page, {})
  const { path } = contract.previewCancellation
  if (output) await answer(page, contract.previewCancellation, output)
  else await page.route(`**/api${path}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openCheckout(page: Page, status: 'open' | 'complete' | 'expired'): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const expires_at = inDays(1)
  await answer(page, sandbox.readSandboxCheckout, {
    status,
    plan_display_name: 'Pro',
    billing_interval: 'yearly',
    total: 5_000,
    expires_at,
  })
  await answer(page, sandbox.answerSandboxCheckout, { declined: true, url: `${new URL(page.url()).origin}/` })
  await page.goto(`/checkout/sandbox/${id}`)
  await seen(page, 'Subscribe to Pro')
}

export const billingTour: readonly Stop[] = [
  { name: 'subscription-free', whole: true, go: state(null, 'RECOMMENDED') },
  {
    name: 'subscription-yearly',
    whole: true,
    go: async (page) => [
      await page.getByText('Yearly', { exact: true }).click(),
      await seen(page, 'saves $10'),
    ],
  },
  {
    name: 'subscription-providers',
    whole: true,
    go: async (page) => {
      const stripe = { id: 'stripe' as const, display_name: 'Stripe' }
      await open(page, null, { providers: [stripe, ...sandboxOnly] as typeof sandboxOnly })
      await seen(page, 'Pay with')
    },
  },
  {
    name: 'subscription-no-provider',
    whole: true,
    go: async (page) => [await open(page, null, { providers: [] }), await seen(page, 'takes no payments')],
  },
  {
    name: 'subscription-failed',
    whole: true,
    go: async (page) => {
      await open(page, null)
      await page.route('**/api/subscriptions/checkout', (route) => route.abort())
      await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
      await seen(page, 'Failed to start upgrade process')
    },
  },
  {
    name: 'subscription-canceled-checkout',
    go: async (page) => [
      await open(page, null, { search: '?canceled=true' }),
      await seen(page, 'Payment was canceled. You can try again anytime.'),
    ],
  },
  {
    name: 'subscription-confirming',
    go: async (page) => [
      await open(page, null, { search: '?success=true' }),
      await seen(page, 'Confirming your payment'),
    ],
  },
  { name: 'subscription-pro', whole: true, go: state({}, 'INV-2026-0007') },
  { name: 'subscription-trial', whole: true, go: state({ status: 'trialing' }, 'Trial, until') },
  {
    name: 'subscription-ends',
    whole: true,
    go: state({ cancel_at: inDays(165) }, 'The subscription cancels on'),
  },
  {
    name: 'subscription-past-due',
    whole: true,
    go: state({ status: 'past_due', next_payment_attempt: inDays(2) }, 'Update your card'),
  },
  {
    name: 'subscription-pending',
    whole: true,
    go: state({ status: 'pending' }, 'We are waiting for Sandbox'),
  },
  {
    name: 'subscription-paused',
    whole: true,
    go: state({ status: 'paused' }, 'Your subscription is paused'),
  },
  {
    name: 'subscription-ended',
    whole: true,
    go: state({ status: 'ended', ended_at: inDays(-4) }, 'Ended on'),
  },
  {
    name: 'subscription-cancel',
    go: async (page) => [await openCancel(page, preview), await seen(page, 'Payments')],
  },
  {
    name: 'subscription-cancel-other',
    go: async (page) => [
      await page.getByText('Another reason').click(),
      await page.getByLabel('What is the reason?').waitFor(),
    ],
  },
  {
    name: 'subscription-cancel-nothing-lost',
    go: async (page) => [
      await openCancel(page, { ...preview, excess_projects: [], excess_collaborators: [] }),
      await seen(page, 'nothing is archived'),
    ],
  },
  {
    name: 'subscription-cancel-unknown',
    go: async (page) => [await openCancel(page, null), await seen(page, 'could not be loaded')],
  },
  {
    name: 'subscription-unread',
    whole: true,
    go: async (page) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route('**/api/subscriptions/**', (route) =>
        route.fulfill({
          status: 500,
          json: { error: 'INTERNAL', message: 'Something went wrong on our side.', request_id: 'req-7' },
        }),
      )
      await page.goto('/subscription')
      await seen(page, 'Failed to fetch subscription status')
    },
  },
  {
    name: 'subscription-suspended',
    whole: true,
    go: async (page) => {
      const suspended = {
        error: 'ACCOUNT_SUSPENDED',
        message: 'This account is suspended.',
        request_id: 'req-7',
      }
      const reason = 'Unpaid invoices since September.'
      await open(page, { status: 'past_due', next_payment_attempt: inDays(2) })
      await page.route('**/api/auth/session', (route) => route.fulfill({ status: 403, json: suspended }))
      await page.route('**/api/auth/master-password/status', (route) =>
        route.fulfill({ status: 403, json: suspended }),
      )
      await page.route('**/api/users/status', async (route) => {
        const told = await (await route.fetch()).json()
        const user = { ...told.user, status: 'SUSPENDED', suspended_reason: reason }
        await route.fulfill({ json: { ...told, user, userStatus: 'SUSPENDED', suspendedReason: reason } })
      })
      await page.reload()
      await seen(page, reason)
    },
  },
  {
    name: 'suspended-dashboard',
    go: async (page) => [await page.goto('/dashboard'), await seen(page, 'Manage Subscription')],
  },
  { name: 'sandbox-checkout', go: (page) => openCheckout(page, 'open') },
  {
    name: 'sandbox-checkout-declined',
    go: async (page) => [
      await page.getByRole('button', { name: 'Decline' }).click(),
      await seen(page, 'The card was declined'),
    ],
  },
  { name: 'sandbox-checkout-complete', go: (page) => openCheckout(page, 'complete') },
  {
    name: 'sandbox-portal',
    go: async (page) => {
      await answer(page, sandbox.readSandboxPortal, {
        status: 'active',
        plan_display_name: 'Pro',
        billing_interval: 'yearly',
        current_period_end: inDays(165),
        cancel_at: null,
        actions: ['cancel', 'renew', 'fail_renewal', 'refund', 'end'],
        return_url: `${new URL(page.url()).origin}/subscription`,
      })
      await page.goto(`/portal/sandbox/${id}`)
      await seen(page, 'What happens next')
    },
  },
  {
    name: 'sandbox-invoice',
    go: async (page) => {
      await answer(page, sandbox.readSandboxInvoice, {
        number: 'INV-2026-0007',
        total: 5_000,
        refunded: 1_000,
        currency: 'USD',
        created_at: inDays(-3),
      })
      await page.goto(`/invoice/sandbox/${id}`)
      await seen(page, 'INV-2026-0007')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  },
]
