import { archiveExcess, archiveProject, listArchivedProjects } from '@envhold/contract/archive/archive.ts'
import {
  listRetainablePeople,
  readCompliance,
  retainPeople,
  retainProjects,
} from '@envhold/contract/archive/compliance.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import {
  sampleArchive,
  sampleArchivedProject,
  sampleCalls,
  sampleCompliance,
  sampleProject,
  sampleSubscriptionStatus,
  sampleUnavailable,
} from '../../tests/samples.ts'
import { DashboardPage } from './dashboard-page.tsx'

const readOnly = { read_only: 'grace_period' } as const
const owned = [
  sampleProject({ id: 9, name: 'Website', ...readOnly }),
  sampleProject({ id: 8, name: 'Billing', ...readOnly, collaborator_count: 3 }),
  sampleProject({ id: 7, name: 'Storefront', ...readOnly }),
]
const unlimited = {
  current: 3,
  max: -1,
  remaining: -1,
  unlimited: true,
  atLimit: false,
  nearLimit: false,
}

/** The dashboard's calls besides the compliance status. */
function answered(): FakeApi {
  const api = fakeApi()
  api.answers(listProjects, { projects: owned })
  api.answers(readMasterPasswordStatus, { hasMasterPassword: true })
  api.answers(readSubscriptionStatus, sampleSubscriptionStatus())
  return api
}

const show = (createRequested = false) =>
  renderPart(<DashboardPage createRequested={createRequested} onCreateStarted={() => {}} />)
const create = () => page.getByRole('button', { name: 'New Project' })
const createBlocked = 'Cannot create projects during grace period - please archive excess projects or upgrade'
const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString()

test('without a grace period nothing is said, and projects can be created', async () => {
  const api = answered()
  api.rejects(readCompliance, 'NOT_FOUND')
  await show()
  await expect.element(page.getByRole('link', { name: 'Website' })).toBeVisible()
  await create().click()
  await expect.element(page.getByRole('dialog', { name: 'Create Project' })).toBeVisible()
  expect(page.getByText('Grace period').elements()).toHaveLength(0)
})

test.each([
  [41_300_000, 'You have used 41.3 MB of 50 MB of storage on your plan', '8.7 MB are free.'],
  [50_000_000, 'You have used all 50 MB of storage on your plan', 'Delete environments or projects'],
])('%d of 50,000,000 bytes are said', async (current, title, next) => {
  const api = answered()
  api.rejects(readCompliance, 'NOT_FOUND')
  const [max, remaining] = [50_000_000, 50_000_000 - current]
  const storage = { current, max, remaining, unlimited: false, atLimit: remaining === 0, nearLimit: true }
  const limitStatus = { projects: unlimited, collaborators: unlimited, storage }
  api.answers(readSubscriptionStatus, sampleSubscriptionStatus({ limitStatus }))
  await show()
  await expect.element(page.getByText(title)).toBeVisible()
  await expect.element(page.getByText(next, { exact: false })).toBeVisible()
  await expectAccessible()
})

const five = (current: number) => ({
  current,
  max: 5,
  remaining: 5 - current,
  unlimited: false,
  atLimit: current === 5,
  nearLimit: current >= 4,
})

test.each([
  [4, 0, 'You have used 4 of 5 projects on your plan', '1 more project can be created.'],
  [1, 4, 'You have used 4 of 5 collaborators on your plan', '1 more person can be invited.'],
  [
    4,
    4,
    'You have used 4 of 5 projects and 4 of 5 collaborators on your plan',
    '1 more project can be created. 1 more person can be invited.',
  ],
  [
    4,
    5,
    'You have used 5 of 5 collaborators on your plan',
    'Upgrade to invite more people. Current collaborators keep their access.',
  ],
  [
    5,
    5,
    'You have used 5 of 5 projects and 5 of 5 collaborators on your plan',
    /^Upgrade to create more projects and invite more people\. /,
  ],
])('%d of 5 projects and %d of 5 collaborators are said, and once', async (projects, people, title, next) => {
  const api = answered()
  api.rejects(readCompliance, 'NOT_FOUND')
  const limitStatus = { projects: five(projects), collaborators: five(people), storage: unlimited }
  const reason = 'You use 4 of your plan’s 5 projects'
  const suggestion = { primaryReason: reason, planDisplayName: 'Team', price: 12, benefits: ['10 projects'] }
  const status = sampleSubscriptionStatus({ limitStatus, upgradeSuggestions: [suggestion] })
  api.answers(readSubscriptionStatus, status)
  await show()
  await expect.element(page.getByText(title, { exact: true })).toBeVisible()
  await expect.element(page.getByText(next, { exact: true })).toBeVisible()
  expect(page.getByText(reason).elements()).toHaveLength(0)
  await expectAccessible()
})

test('a plan without collaborators has not used them up', async () => {
  const api = answered()
  api.rejects(readCompliance, 'NOT_FOUND')
  const none = { current: 0, max: 0, remaining: 0, unlimited: false, atLimit: true, nearLimit: true }
  const limitStatus = { projects: unlimited, collaborators: none, storage: unlimited }
  api.answers(readSubscriptionStatus, sampleSubscriptionStatus({ limitStatus }))
  await show()
  await expect.element(page.getByRole('link', { name: 'Website' })).toBeVisible()
  expect(page.getByText(/on your plan/).elements()).toHaveLength(0)
})

test('the banner says the plan, what is too many, how long, and what happens by name', async () => {
  answered().answers(readCompliance, sampleCompliance())
  await show()
  await expect.element(page.getByText('Grace period: 12 days left')).toBeVisible()
  await expect.element(page.getByText('Free allows 1 project, and you have 3: 2 too many.')).toBeVisible()
  await expect.element(page.getByText('Website and Billing')).toBeVisible()
  await expect.element(page.getByText(/You can still read and download variables/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Upgrade' }))
    .toHaveAttribute('href', '/subscription?upgrade=true')
  await expect
    .element(page.getByRole('link', { name: 'Archived' }))
    .toHaveAttribute('href', '/account/archived-projects')
  await expectAccessible()
})

test.each([
  [3 * 86_400_000, '3 days left'],
  [5 * 3_600_000, '5 hours left'],
  [-1_000, 'Expired'],
])('%i ms before the end it is urgent', async (ms, text) => {
  answered().answers(readCompliance, sampleCompliance({ gracePeriodEnd: endsIn(ms) }))
  await show()
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Grace period: ${text}`)
})

test('creating is blocked for the mouse, the keyboard and commands, and says why', async () => {
  answered().answers(readCompliance, sampleCompliance())
  await show(true)
  await expect.element(page.getByText(createBlocked)).toBeVisible()
  await expect.element(create()).toHaveAttribute('aria-disabled', 'true')
  create().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(createBlocked)
  await userEvent.keyboard('{Escape}n')
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
})

test('two clicks from the banner, what is not kept is archived', async () => {
  const api = answered()
  api.answers(readCompliance, sampleCompliance())
  api.answers(archiveExcess, {
    archived: [
      { id: 9, name: 'Website' },
      { id: 8, name: 'Billing' },
    ],
  })
  await show()
  await page.getByRole('button', { name: 'Choose what stays' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Storefront' })).toBeChecked()
  await expectAccessible()
  await page.getByRole('button', { name: 'Archive the other 2 now' }).click()
  await expect.element(page.getByText('2 projects archived successfully')).toBeVisible()
  expect(api.sent(archiveExcess)[0]?.body).toEqual({ reason: 'grace_period_manual', keep: [7] })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('another choice is saved for the end; a failure is said and keeps the choice', async () => {
  const api = answered()
  api.answers(readCompliance, sampleCompliance())
  api.rejects(retainProjects, 'CONFLICT')
  await show()
  await page.getByRole('button', { name: 'Choose what stays' }).click()
  await page.getByRole('checkbox', { name: 'Website' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Storefront' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save choice, archive later' }).click()
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Website' })).toBeChecked()
  api.answers(retainProjects, sampleCompliance({ keep: [9], toArchive: [7, 8] }))
  await page.getByRole('button', { name: 'Save choice, archive later' }).click()
  await expect.element(page.getByText('Choice saved')).toBeVisible()
  expect(api.sent(retainProjects)[1]?.body).toEqual({ projects: [9] })
})

const tooManyPeople = sampleCompliance({
  action: 'upgrade_required',
  maxProjects: -1,
  toArchive: [],
  collaboratorCount: 3,
  toPause: ['alan@example.com'],
})

test('with too many collaborators alone, the notice is about them, and the owner chooses who stays', async () => {
  const api = answered()
  api.answers(readCompliance, tooManyPeople)
  api.answers(listRetainablePeople, {
    people: ['ada', 'grace', 'alan'].map((username, n) => ({
      email: `${username}@example.com`,
      username: username === 'alan' ? null : username,
      since: `2026-03-0${n + 1}T10:00:00.000Z`,
      projects: ['Website', 'Billing', 'Storefront', 'API'].slice(0, 4 - n),
    })),
  })
  api.answers(retainPeople, tooManyPeople)
  await show()
  const notice = page.getByRole('status').filter({ hasText: 'Grace period: 12 days left' })
  await expect.element(notice).toHaveTextContent('and you have 3: 1 too many')
  await expect.element(notice).toHaveTextContent('the access of alan@example.com is paused')
  await expect.element(notice).not.toHaveTextContent('archive')
  await page.getByRole('button', { name: 'Choose who stays' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'grace' })).toBeChecked()
  await expect.element(page.getByText('Invited · Website and Billing')).toBeVisible()
  await expectAccessible()
  await page.getByRole('checkbox', { name: 'grace' }).click()
  await page.getByRole('checkbox', { name: 'alan@example.com' }).click()
  await page.getByRole('button', { name: 'Save choice, pause later' }).click()
  await expect.element(page.getByText('Your choice is saved')).toBeVisible()
  await page.getByRole('button', { name: 'Choose who stays' }).click()
  await page.getByRole('button', { name: 'Pause the other one now' }).click()
  await expect.element(page.getByText('Access paused successfully')).toBeVisible()
  expect(api.sent(retainPeople).map(({ body }) => body)).toEqual([
    { people: ['ada@example.com', 'alan@example.com'], pauseOthers: false },
    { people: ['ada@example.com', 'grace@example.com'], pauseOthers: true },
  ])
})

test('projects of others that cannot be used say why, until when and whom to ask', async () => {
  const api = answered()
  api.rejects(readCompliance, 'NOT_FOUND')
  api.answers(listProjects, { projects: [], unavailable: sampleUnavailable })
  await show()
  const list = page.getByRole('region', { name: 'Not available now' })
  await expect.element(list).toHaveTextContent('Archived by its owner until Dec 27, 2026.')
  await expect
    .element(list)
    .toHaveTextContent('Your access is paused: the owner’s plan does not allow as many collaborators.')
  await expect
    .element(list.getByRole('link', { name: 'grace@example.com' }).first())
    .toHaveAttribute('href', 'mailto:grace@example.com')
  expect(page.getByText('No shared projects').elements()).toHaveLength(0)
  await expectAccessible()
})

test('with several places no more than those can be checked', async () => {
  answered().answers(readCompliance, sampleCompliance({ maxProjects: 2, toArchive: [9] }))
  await show()
  await page.getByRole('button', { name: 'Choose what stays' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Website' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Billing' }).click()
  await page.getByRole('checkbox', { name: 'Website' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Billing' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Archive the other one now' })).toBeVisible()
})

test('with too many people only, the banner leads to the collaborators', async () => {
  const api = answered()
  api.answers(
    readCompliance,
    sampleCompliance({
      action: 'upgrade_required',
      maxProjects: -1,
      toArchive: [],
      collaboratorCount: 5,
    }),
  )
  await show()
  await expect
    .element(page.getByText('Free allows 2 collaborators, and you have 5: 3 too many.'))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Billing: 3 collaborators' }))
    .toHaveAttribute('href', '/project/8?tab=collaborators')
  expect(page.getByRole('button', { name: 'Choose what stays' }).elements()).toHaveLength(0)
  await create().click()
  await expect.element(page.getByRole('dialog', { name: 'Create Project' })).toBeVisible()
})

test('a card archives its project, and cannot delete it', async () => {
  const api = answered()
  api.answers(readCompliance, sampleCompliance())
  api.rejects(archiveProject, 'INTERNAL')
  await show()
  await expect.element(page.getByText('Grace period: 12 days left')).toBeVisible()
  await page.getByRole('button', { name: 'More for Website' }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete project' })
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true')
  await remove.click({ force: true })
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Read-only during grace period')
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expectAccessible()
  await page.getByRole('button', { name: 'Archive project' }).click()
  await expect.element(page.getByText('Failed to archive project')).toBeVisible()
  api.answers(archiveProject, { archived: { id: 9, name: 'Website' } })
  await page.getByRole('button', { name: 'Archive project' }).click()
  await expect.element(page.getByText('Project "Website" archived successfully')).toBeVisible()
})

test('after the end the archived projects are said with their dates', async () => {
  const api = answered()
  api.answers(
    readCompliance,
    sampleCompliance({ compliant: true, inGracePeriod: false, gracePeriodEnd: null, archivedProjects: 1 }),
  )
  const billing = sampleArchivedProject({ expiresAt: '2026-05-01T12:00:00.000Z', upgradeRequired: true })
  api.answers(
    listArchivedProjects,
    sampleArchive([billing], { hiddenCount: 1, upgradeRequired: true, availableSlots: 0 }),
  )
  await show()
  await expect.element(page.getByText('1 project archived')).toBeVisible()
  await expect.element(page.getByText('on May 1, 2026')).toBeVisible()
  await expectAccessible()
})

test('a status that cannot be read is said with HTTP status and text, and asked for again', async () => {
  const api = answered()
  api.rejects(readCompliance, 'INTERNAL')
  await show()
  await expect.element(page.getByText(/^Failed to fetch compliance status: 500 /)).toBeVisible()
  api.answers(readCompliance, sampleCompliance())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Grace period: 12 days left')).toBeVisible()
})

const inDays = (days: number) => endsIn(days * 86_400_000)
const failed = {
  state: 'failed',
  plan_display_name: 'Pro',
  provider: 'stripe',
  next_payment_attempt: inDays(2),
  ends_at: inDays(5),
  next_plan_display_name: 'Free',
} as const

test('a failed payment is said before everything else about the plan, and what it means until when', async () => {
  const api = answered()
  api.answers(
    readCompliance,
    sampleCompliance({ inGracePeriod: false, gracePeriodEnd: null, archivedProjects: 1 }),
  )
  api.answers(readSubscriptionStatus, sampleSubscriptionStatus({ payment: failed }))
  await show()
  const notice = page.getByRole('alert')
  await expect.element(notice).toHaveTextContent('Your payment for Pro failed')
  await expect.element(notice).toHaveTextContent(/Stripe tries again on .* Pro ends on/)
  expect(page.getByText('archived', { exact: false }).elements()).toHaveLength(0)
  await expectAccessible()
})

test.each([
  [10, 1],
  [200, 0],
])('the end of a plan in %d days has %d banners', async (days, banners) => {
  const api = answered()
  api.rejects(readCompliance, 'NOT_FOUND')
  const payment = { ...failed, state: 'ending', next_payment_attempt: null, ends_at: inDays(days) } as const
  api.answers(readSubscriptionStatus, sampleSubscriptionStatus({ payment, has_compliance: false }))
  await show()
  await expect.element(page.getByRole('link', { name: 'Website' })).toBeVisible()
  await expect.poll(() => page.getByText(/^Pro ends on/).elements().length).toBe(banners)
  expect(page.getByText(/the limits of the Free plan apply/).elements()).toHaveLength(banners)
  expect(api.sent(readCompliance)).toEqual([])
})

test.each([
  [75, ['An invitation', '750 of this month’s 1,000 API calls are used']],
  [100, ['All 1,000 API calls of this month are used', 'An invitation']],
] as const)('at %d percent of the month’s calls, what stops programs is said first', async (stage, order) => {
  const api = answered()
  api.rejects(readCompliance, 'NOT_FOUND')
  const calls = sampleCalls({ current: stage * 10, max: 1_000, stage })
  api.answers(readSubscriptionStatus, sampleSubscriptionStatus({ calls }))
  const notices = <p>An invitation</p>
  await renderPart(<DashboardPage createRequested={false} onCreateStarted={() => {}} notices={notices} />)
  const titles = page.getByText(/^An invitation$|API calls (of this month )?are used$/)
  await expect.poll(() => titles.elements().map(({ textContent }) => textContent)).toEqual(order)
})

test('one notice about the use of the plan, of what is used up before what is nearly so', async () => {
  const api = answered()
  api.rejects(readCompliance, 'NOT_FOUND')
  const full = { current: 50, max: 50, remaining: 0, unlimited: false, atLimit: true, nearLimit: false }
  const calls = sampleCalls({ current: 950, max: 1_000, stage: 90 })
  const limitStatus = { projects: full, collaborators: unlimited, storage: full }
  api.answers(readSubscriptionStatus, sampleSubscriptionStatus({ limitStatus, calls }))
  await show()
  await expect.element(page.getByText(/of storage on your plan/)).toBeVisible()
  expect(page.getByText(/^You have used|API calls are used/).elements()).toHaveLength(1)
})
