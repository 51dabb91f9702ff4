// States of a subscription and of a grace period that come after days at a provider: the calls are answered in the
// shapes of the contract, and the page says what the state is.

import { type ArchivedProject, listArchivedProjects } from '@envhold/contract/archive/archive.ts'
import {
  type Compliance,
  readCompliance,
  readComplianceHistory,
} from '@envhold/contract/archive/compliance.ts'
import { type Invoice, listInvoices } from '@envhold/contract/billing/invoices.ts'
import * as planChange from '@envhold/contract/billing/plan-change.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import * as contract from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { listProjects, type Project } from '@envhold/contract/projects/projects.ts'
import { expect, type Page } from '@playwright/test'
import { answer } from '../answer.ts'
import { signedInFree } from '../journey.ts'
import { picture } from '../pictures.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const pro: contract.Subscription = {
  id: 7,
  plan: 'pro',
  plan_display_name: 'Pro',
  status: 'active',
  billing_interval: 'yearly',
  current_period_start: inDays(-200),
  current_period_end: inDays(165),
  cancel_at: null,
  next: null,
  ended_at: null,
  next_payment_attempt: null,
  ends_unpaid_at: null,
  provider: 'sandbox',
  test_mode: true,
}
const invoices = (['paid', 'partially_refunded', 'refunded', 'failed'] as const).map(
  (status, index): Invoice => ({
    id: index + 1,
    number: `INV-2026-000${7 - index}`,
    status,
    total: 5_950,
    tax: 950,
    refunded: { paid: 0, partially_refunded: 1_000, refunded: 5_950, failed: 0 }[status],
    currency: 'USD',
    created_at: inDays(-30 * index - 3),
    provider: 'sandbox',
  }),
)

const unlimited = {
  max_projects: -1,
  max_collaborators: -1,
  max_stored_bytes: 1_000_000_000,
  max_api_calls_per_month: -1,
}
const current = {
  projects_count: 12,
  collaborators_count: 9,
  stored_bytes: 128_400_000,
  api_calls_count: 48_210,
}

async function openSubscription(page: Page, changes: Partial<contract.Subscription>): Promise<void> {
  const subscription = { ...pro, ...changes }
  const paid = { subscription, others: [], granted_plan: null }
  await answer(page, contract.readCurrentSubscription, paid)
  await answer(page, contract.refreshSubscription, { ...paid, has_checkout: true })
  await answer(page, listInvoices, { invoices })
  await answer(page, contract.readSubscriptionUsage, { usage: { current, limits: unlimited } })
  await page.goto('/subscription')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

signedInFree('a subscription in each of its later states', async ({ page }) => {
  const states: readonly [name: string, changes: Partial<contract.Subscription>, text: string][] = [
    ['Trial', { status: 'trialing' }, 'Trial, until'],
    ['Failed payment', { status: 'past_due', next_payment_attempt: inDays(2) }, 'Update your card'],
    ['Pending', { status: 'pending' }, 'We are waiting for Sandbox'],
    ['Paused', { status: 'paused' }, 'Your subscription is paused'],
    ['Canceled', { cancel_at: inDays(165) }, 'The subscription cancels on'],
    ['Ended', { status: 'ended', ended_at: inDays(-4) }, 'Ended on'],
  ]
  for (const [name, changes, text] of states) {
    await openSubscription(page, changes)
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByRole('table', { name: 'Invoices' }).getByRole('row')).toHaveCount(5)
    await picture(page, name, { fullPage: true })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

signedInFree('plans with several providers, and with none', async ({ page, person }) => {
  const offers = await person.client.call(listPlans, {})
  const stripe = { id: 'stripe' as const, display_name: 'Stripe' }
  await answer(page, listPlans, { ...offers, providers: [stripe, ...offers.providers] })
  await page.goto('/subscription')
  await expect(page.getByText('Pay with')).toBeVisible()
  await picture(page, 'Several providers', { fullPage: true })

  // One that was not chosen is replaced by the fallback, which is said; one that was chosen is not.
  const elsewhere = { checkoutUrl: 'https://pay.example/', provider: 'stripe' as const }
  await answer(page, contract.startCheckout, elsewhere)
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByText('Sandbox does not take payments at the moment')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Stripe' })).toBeVisible()
  await picture(page, 'Fallback', { fullPage: true })
  const message =
    'Stripe does not take payments at the moment. Nothing was charged. Try again later, or pay with Sandbox.'
  await page.route('**/api/subscriptions/checkout', (route) =>
    route.fulfill({ status: 503, json: { error: 'UNAVAILABLE', message, request_id: 'r' } }),
  )
  await page.getByRole('radio', { name: 'Stripe' }).click()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay with Sandbox' })).toBeVisible()
  await picture(page, 'Chosen provider is down', { fullPage: true })
  await page.unrouteAll()
  await answer(page, listPlans, { ...offers, providers: [], default_provider: null })
  await page.reload()
  await expect(page.getByText('takes no payments')).toBeVisible()
  await picture(page, 'No provider')
})

signedInFree(
  'a change of plan: at the end of the period, without an amount, with less room',
  async ({ page }) => {
    const preview: OutputOf<typeof planChange.previewSubscriptionChange> = {
      plan_display_name: 'Pro',
      billing_interval: 'yearly',
      provider: 'polar',
      starts: 'period_end',
      starts_at: inDays(165),
      due_now: 0,
      next_amount: null,
      next_at: inDays(165),
      currency: null,
      limits: [
        { limit: 'projects', before: -1, after: 3, used: 5 },
        { limit: 'collaborators', before: 50, after: 10, used: 2 },
        { limit: 'stored_bytes', before: 5_000_000_000, after: 1_000_000_000, used: 1_200_000_000 },
        { limit: 'api_calls_per_month', before: -1, after: -1, used: 10 },
        { limit: 'api_calls_per_hour', before: 5_000, after: 1_000, used: null },
      ],
      previewed_at: inDays(0),
    }
    const open = async (output: typeof preview, text: string) => {
      await openSubscription(page, { plan: 'team', plan_display_name: 'Team' })
      await answer(page, planChange.previewSubscriptionChange, output)
      await page.getByRole('button', { name: 'Change to Pro' }).click()
      await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible()
      await picture(page, `Changing, ${text}`)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await open(preview, 'You use more than Pro allows')
    await open(
      { ...preview, starts: 'now', due_now: null, next_at: null, limits: [] },
      'It does not say the amount beforehand.',
    )
  },
)

signedInFree('what canceling loses: much, and nothing', async ({ page }) => {
  const preview: OutputOf<typeof contract.previewCancellation> = {
    ends_at: inDays(165),
    grace_ends_at: inDays(195),
    deleted_at: inDays(225),
    max_projects: 1,
    max_collaborators: 2,
    excess_projects: ['Mobile API', 'Payments', 'Warehouse'].map((name, index) => ({ id: index + 1, name })),
    excess_collaborators: [{ email: 'katherine@example.com' }, { email: 'margaret.hamilton@example.com' }],
  }
  const open = async (output: typeof preview, text: string) => {
    await openSubscription(page, {})
    await answer(page, contract.previewCancellation, output)
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible()
    await picture(page, `Canceling, ${text}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  await open(preview, 'Payments')
  await open({ ...preview, excess_projects: [], excess_collaborators: [] }, 'nothing is archived')
})

const grace: Compliance = {
  compliant: false,
  inGracePeriod: true,
  gracePeriodEnd: inDays(0.4),
  action: 'archive_projects',
  maxProjects: 1,
  maxCollaborators: 2,
  pendingPlanName: 'Starter Plan',
  pendingPlanDisplayName: 'Free',
  archivedProjects: 0,
  projectCount: 4,
  collaboratorCount: 2,
  keep: [],
  toArchive: [904, 903, 902],
  keepPeople: [],
  toPause: [],
}
const projects = ['Website', 'Billing', 'Warehouse', 'Storefront'].map(
  (name, index): Project => ({
    id: 904 - index,
    name,
    description: index === 1 ? null : 'Part of the shop',
    created_at: inDays(index - 400),
    updated_at: inDays(-2),
    user_role: 'owner',
    owner: 1,
    owner_username: 'ada',
    environment_count: 3,
    variable_count: 24 + index,
    collaborator_count: index,
    keys_pending: false,
    read_only: 'grace_period',
  }),
)
const archived = (name: string, id: number, days: number): ArchivedProject => ({
  id,
  name,
  description: id === 1 ? null : 'Part of the shop',
  reason: id === 1 ? 'grace_period_manual' : 'grace_period_expired',
  archivedAt: inDays(days - 30),
  expiresAt: inDays(days),
  daysUntilExpiry: days,
  restoreToken: String(id).repeat(32),
  upgradeRequired: id !== 1,
})

signedInFree('the last day of a grace period, and an archive that runs out', async ({ page, person }) => {
  const status = await person.client.call(readSubscriptionStatus, {})
  await answer(page, readSubscriptionStatus, { ...status, has_compliance: true })
  await answer(page, readCompliance, grace)
  await answer(page, listProjects, { projects })
  await page.goto('/dashboard')
  await expect(page.getByText('the projects Website, Billing, and Warehouse are archived')).toBeVisible()
  await picture(page, 'Last day')
  await answer(page, readCompliance, {
    ...grace,
    action: 'upgrade_required',
    maxProjects: 4,
    toArchive: [],
    keepPeople: [],
    toPause: [],
    collaboratorCount: 6,
  })
  await page.reload()
  await expect(page.getByText('Free allows 2 collaborators, and you have 6')).toBeVisible()
  await picture(page, 'Too many collaborators')

  await answer(page, listArchivedProjects, {
    archivedProjects: [archived('Website', 1, 3), archived('Billing', 2, 7), archived('Warehouse', 3, 25)],
    hiddenCount: 2,
    upgradeRequired: true,
    availableSlots: 0,
    currentPlan: 'Free',
    gracePeriodStatus: { inGracePeriod: true, daysRemaining: 1, gracePeriodEnd: inDays(0.4) },
    showGracePeriodWarning: true,
  })
  await page.goto('/account/archived-projects')
  await expect(page.getByText('3 days left')).toBeVisible()
  await picture(page, 'Archive')
  const entries = (
    [
      ['project_archived', 'Archived the project Website', -1],
      ['grace_started', 'The grace period began: 4 projects, and the plan allows 1', -20],
    ] as const
  ).map(([type, description, days]) => ({ type, description, created_at: inDays(days) }))
  await answer(page, readComplianceHistory, { entries })
  await page.goto('/account#plan-history')
  await expect(page.getByText('Archived the project Website')).toBeVisible()
  await picture(page, 'Plan history', { fullPage: true })
})

signedInFree('the dashboard with a failed payment, and with the end of a plan', async ({ page, person }) => {
  const status = await person.client.call(readSubscriptionStatus, {})
  const failed = {
    state: 'failed',
    plan_display_name: 'Pro',
    provider: 'stripe',
    next_payment_attempt: inDays(2),
    ends_at: inDays(5),
    next_plan_display_name: 'Free',
  } as const
  const open = async (payment: typeof status.payment, text: RegExp) => {
    await answer(page, readSubscriptionStatus, { ...status, payment })
    await answer(page, listProjects, { projects })
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
  }
  await open(failed, /Stripe tries again on/)
  await picture(page, 'Dashboard with a failed payment')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await open({ ...failed, state: 'ending', next_payment_attempt: null }, /^Pro ends on/)
  await picture(page, 'Dashboard before the end')
})
