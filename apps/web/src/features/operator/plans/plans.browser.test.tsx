import { startingPlans } from '@envhold/contract/billing/plans.ts'
import {
  type AdminPlan,
  callOffPlannedLimits,
  createPlan,
  deletePlan,
  listAllPlans,
  previewPlanChange,
  updatePlan,
} from '@envhold/contract/operator/plans.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { PlansPage } from './plans-page.tsx'

const [starter, pro] = startingPlans
const plans: AdminPlan[] = [
  {
    ...starter,
    api_features: { monthly_calls: 1_000 },
    id: 1,
    is_active: true,
    users_count: 872,
    prices: [],
    planned: null,
    revision: 'a'.repeat(22),
  },
  {
    ...pro,
    api_features: { sso: true },
    id: 2,
    is_active: true,
    users_count: 409,
    prices: [{ provider: 'stripe', billing_interval: 'monthly', price_ref: 'price_1' }],
    planned: null,
    revision: 'b'.repeat(22),
  },
]

const open = (permissions: readonly string[] = ['*']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions } }}
    >
      <PlansPage />
    </OperatorContext>,
  )
const begin = () => {
  const api = fakeApi()
  api.answers(listAllPlans, { plans })
  return api
}

test('plans show what they cost and allow; who may only read has no buttons', async () => {
  begin()
  await open(['admin.stats'])
  await expect.element(page.getByText('$5/month')).toBeVisible()
  await expect.element(page.getByText('$50/year, saves $10')).toBeVisible()
  await expect.element(page.getByRole('paragraph').getByText('Free', { exact: true })).toBeVisible()
  await expect.element(page.getByText('price_1')).toBeVisible()
  expect(page.getByRole('button', { name: /Create|Edit|Delete/ }).elements()).toEqual([])
  await expectAccessible()
})

test('a plan is created with the defaults of the form', async () => {
  const api = begin()
  api.answers(createPlan, { plan: { ...plans[0], id: 3 } as AdminPlan })
  await open()
  await page.getByRole('button', { name: 'Create Plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Name', { exact: true }).fill('team')
  await dialog.getByLabelText('Display name').fill('Team')
  await dialog.getByLabelText('Max projects').fill('many')
  await expect.element(dialog.getByText('A whole number, or the word unlimited')).toBeVisible()
  await dialog.getByLabelText('Max projects').fill('Unlimited')
  await dialog.getByLabelText('Storage (MB)').fill('1 GB')
  await expect.element(dialog.getByText('A number of megabytes, or the word unlimited')).toBeVisible()
  await dialog.getByLabelText('Storage (MB)').fill('1.5')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Create Plan' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.sent(createPlan)[0]?.body).toEqual({
    name: 'team',
    display_name: 'Team',
    description: '',
    price_monthly: 0,
    price_yearly: null,
    max_projects: -1,
    max_collaborators: 2,
    max_stored_bytes: 1_500_000,
    api_rate_limit_per_hour: 100,
    api_rate_limit_per_day: 2400,
    api_features: {},
    prices: [],
    is_active: true,
  })
})

const planned = {
  max_projects: 0,
  max_collaborators: -1,
  reason: 'Only for trying it',
  created_at: '2027-03-14T15:00:00.000Z',
  mails_at: '2027-03-14T16:00:00.000Z',
  applies_at: '2027-03-28T16:00:00.000Z',
  state: 'waiting',
} as const

test('lower limits name whom they touch, and are saved with a reason and the name of the plan', async () => {
  const api = begin()
  const ada = { id: 7, username: 'ada', projects: 3, collaborators: 1, enters_grace: true }
  api.answers(previewPlanChange, { accounts_over: 12, grace_periods: 9, accounts: [ada] })
  api.answers(updatePlan, { plan: { ...plans[0], planned } as AdminPlan })
  await open()
  await page.getByRole('button', { name: 'Edit Free' }).click()
  await page.getByLabelText('Max projects').fill('0')
  await expect.element(page.getByText('12 accounts use more than this')).toBeVisible()
  await expect.element(page.getByText(/a grace period of 30 days begins for 9 of them/)).toBeVisible()
  await expect.element(page.getByText('3 projects, 1 collaborator')).toBeVisible()
  await expect.element(page.getByText('and 11 more')).toBeVisible()
  await expect.element(page.getByText('Affects 12 accounts')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save Plan' })
  await expect.element(save).toBeDisabled()
  await expect.element(page.getByLabelText('Days of notice')).toHaveValue('14')
  await page.getByLabelText('Reason').fill('Only for trying it')
  await page.getByLabelText('Type starter to confirm').fill('start')
  await expect.element(save).toBeDisabled()
  await page.getByLabelText('Type starter to confirm').fill('starter')
  await expectAccessible()
  await save.click()
  await expect
    .element(page.getByText('The lower limits apply from Mar 28, 2027', { exact: false }))
    .toBeVisible()
  expect(api.sent(updatePlan).at(-1)?.body).toMatchObject({
    max_projects: 0,
    lowering: { reason: 'Only for trying it', confirm: 'starter', notice_days: 14 },
  })
})

test('lower limits that wait are shown, and called off', async () => {
  const api = begin()
  api.answers(listAllPlans, { plans: plans.map((plan) => ({ ...plan, planned })) })
  api.answers(callOffPlannedLimits, { message: 'Called off. Nobody was mailed.' })
  await open()
  await expect.element(page.getByText('0 projects from Mar 28, 2027').first()).toBeVisible()
  await expect.element(page.getByText(/Nobody was e-mailed yet/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Call Off' }).first().click()
  await expectAccessible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Call Off' }).click()
  await expect.element(page.getByText('Called off. Nobody was mailed.')).toBeVisible()
})

test('subscriptions keep their price, and a field shows what the server rejects', async () => {
  const api = begin()
  await open()
  await page.getByRole('button', { name: 'Edit Pro' }).click()
  await page.getByLabelText('Monthly price').fill('7.50')
  await expect.element(page.getByText('Existing subscriptions keep their price')).toBeVisible()
  api.rejects(updatePlan, 'VALIDATION_FAILED', [{ path: 'price_monthly', message: 'Not this one' }])
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await expect.element(page.getByText('Not this one')).toBeVisible()
  expect(api.sent(updatePlan).at(-1)?.body).toMatchObject({
    price_monthly: 7.5,
    api_features: { sso: true },
    prices: plans[1]?.prices,
  })
})

test('a price that ends is announced to nobody', async () => {
  begin()
  await open()
  await page.getByRole('button', { name: 'Edit Pro' }).click()
  await page.getByLabelText('Yearly price').fill('')
  await expect.element(page.getByText('Existing subscriptions keep their price')).toBeVisible()
  expect(page.getByText(/are e-mailed in an hour/).elements()).toEqual([])
  await page.getByLabelText('Monthly price').fill('7.50')
  await expect.element(page.getByText(/are e-mailed in an hour/)).toBeVisible()
})

test('lower limits of a plan at no charge begin no grace period, unless it is the free plan', async () => {
  const api = begin()
  api.answers(listAllPlans, { plans: plans.map((plan) => ({ ...plan, price_monthly: 0 })) })
  const ada = { id: 7, username: 'ada', projects: 3, collaborators: 1, enters_grace: false }
  api.answers(previewPlanChange, { accounts_over: 1, grace_periods: 0, accounts: [ada] })
  await open()
  await page.getByRole('button', { name: 'Edit Pro' }).click()
  await page.getByLabelText('Max projects').fill('1')
  await expect.element(page.getByText(/they keep what they have/)).toBeVisible()
})

test('after another operator was faster, what was typed stays, and the list shows the current plan', async () => {
  const api = begin()
  api.rejects(updatePlan, 'CONFLICT')
  const { connection } = await open()
  await page.getByRole('button', { name: 'Edit Pro' }).click()
  await page.getByLabelText('Description').fill('For a few people')
  const revision = 'c'.repeat(22)
  api.answers(listAllPlans, { plans: plans.map((plan) => ({ ...plan, price_monthly: 9, revision })) })
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await expect.element(page.getByText('$9/month').first()).toBeInTheDocument()
  await expect.element(page.getByLabelText('Description')).toHaveValue('For a few people')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(connection.unsaved.question.read()).toBe('typed')
  connection.unsaved.answer(true)
  await page.getByRole('button', { name: 'Edit Pro' }).click()
  await expect.element(page.getByLabelText('Monthly price')).toHaveValue('9')
  await page.getByRole('button', { name: 'Save Plan' }).click()
  await expect
    .poll(() => api.sent(updatePlan).map(({ body }) => (body as Partial<AdminPlan>).revision))
    .toEqual(['b'.repeat(22), revision])
})

test('features and the ids of prices are edited', async () => {
  const api = begin()
  api.answers(updatePlan, { plan: plans[1] as AdminPlan })
  await open()
  await page.getByRole('button', { name: 'Edit Pro' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Feature 1: name')).toHaveValue('sso')
  await dialog.getByRole('button', { name: 'Add Feature' }).click()
  const added = dialog.getByLabelText('Feature 2: name')
  await expect.element(added).toHaveFocus()
  await added.fill('sso')
  await expect.element(dialog.getByText('This feature is listed twice')).toBeVisible()
  await added.fill('priority_support')
  await dialog.getByLabelText('Feature 1: on').click()
  await expect.element(dialog.getByLabelText('Stripe, monthly')).toHaveValue('price_1')
  await dialog.getByLabelText('Stripe, monthly').fill('')
  await dialog.getByLabelText('Polar, yearly').fill('price 2')
  await expect.element(dialog.getByText('At most 200 characters without a space')).toBeVisible()
  await dialog.getByLabelText('Polar, yearly').fill('price_2')
  await expectAccessible()
  api.rejects(updatePlan, 'VALIDATION_FAILED', [{ path: 'prices', message: 'Polar: used already' }])
  await dialog.getByRole('button', { name: 'Save Plan' }).click()
  await expect.element(dialog.getByText('Polar: used already')).toBeVisible()
  expect(api.sent(updatePlan).at(-1)?.body).toMatchObject({
    api_features: { sso: false, priority_support: true },
    prices: [{ provider: 'polar', billing_interval: 'yearly', price_ref: 'price_2' }],
  })
  await dialog.getByRole('button', { name: 'Remove feature 2' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Add Feature' })).toHaveFocus()
  await expect.element(added).not.toBeInTheDocument()
})

test('the plan of accounts that pay nothing has no prices at providers', async () => {
  begin()
  await open()
  await page.getByRole('button', { name: 'Edit Free' }).click()
  await expect.element(page.getByLabelText('Max projects')).toBeVisible()
  expect(page.getByText('Provider prices').elements()).toEqual([])
})

test('deleting asks first, and says why it failed', async () => {
  const api = begin()
  api.rejects(deletePlan, 'CONFLICT')
  await open()
  await page.getByRole('button', { name: 'Delete Pro' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('Are you sure you want to delete this plan?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete Pro' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  api.answers(deletePlan, { message: 'Plan deleted successfully' })
  await dialog.getByRole('button', { name: 'Delete Pro' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the plan of accounts that pay nothing has no Delete button', async () => {
  begin()
  await open()
  await expect.element(page.getByRole('button', { name: 'Delete Pro' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Delete Free' }).elements()).toEqual([])
})

test('plans that cannot be loaded show a banner with the error', async () => {
  const api = begin()
  api.rejects(listAllPlans, 'UNAVAILABLE')
  await open()
  await expect.element(page.getByText('Failed to load plans')).toBeVisible()
})
