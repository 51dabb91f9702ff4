import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { type ExposedEnvironment, readExposure } from '@envhold/contract/activity/exposure.ts'
import { readCompliance } from '@envhold/contract/archive/compliance.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import {
  type Collaborator,
  cancelInvitation,
  inviteCollaborator,
  listCollaborators,
  listSharedWith,
  removeCollaborator,
  updateCollaborator,
  updateInvitation,
} from '@envhold/contract/collaborators/collaborators.ts'
import { listAccessibleEnvironments, listEnvironments } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { type ProjectTransfer, readProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import {
  sampleAccount,
  sampleCompliance,
  sampleEnvironment,
  sampleOwner,
  sampleProject,
  sampleSubscriptionStatus,
} from '../../tests/samples.ts'
import { Blocked } from '../../ui/feedback/blocked.tsx'
import { localDay } from '../workbench/data/due-state.ts'
import { CollaboratorsTab } from './collaborators-tab.tsx'

const at = '2026-03-01T10:00:00.000Z'
const environments = [
  sampleEnvironment({ id: 1, name: 'development' }),
  sampleEnvironment({ id: 2, name: 'staging' }),
  sampleEnvironment({ id: 3, name: 'production' }),
]
const person = (overrides: Partial<Collaborator> = {}): Collaborator => ({
  user_id: 2,
  username: 'grace',
  email: 'grace@example.com',
  role: 'read',
  status: 'accepted',
  invited_at: at,
  expires_at: null,
  shared_environments: [1, 2],
  keys_pending: false,
  access_paused: false,
  account_deleted_until: null,
  ...overrides,
})
const guest = person({
  user_id: null,
  username: null,
  email: 'alan@example.com',
  status: 'pending',
  expires_at: at,
})
const limit = (max: number) => {
  const unlimited = max === -1
  return {
    current: 2,
    max,
    remaining: unlimited ? -1 : max - 2,
    unlimited,
    atLimit: max === 2,
    nearLimit: false,
  }
}

const answers = (collaborators: readonly Collaborator[], max = -1): FakeApi => {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount() })
  answerPeople(api, collaborators)
  api.answers(readProjectTransfer, { transfer: null, candidates: [] })
  api.answers(listEnvironments, { environments })
  api.answers(
    readSubscriptionStatus,
    sampleSubscriptionStatus({
      upgradeSuggestions: [
        { primaryReason: 'More', planDisplayName: 'Team', price: 12, benefits: ['10 people', 'Audit log'] },
      ],
      limitStatus: { projects: limit(-1), collaborators: limit(max), storage: limit(-1) },
    }),
  )
  return api
}
const answerPeople = (api: FakeApi, collaborators: readonly Collaborator[]) =>
  api.answers(listCollaborators, {
    collaborators: [...collaborators],
    owner: sampleOwner,
    last_seen: [
      { user_id: 1, at, way: 'web' },
      { user_id: 2, at, way: 'token' },
    ],
  })

const offerTo = (userId: number): ProjectTransfer => ({
  from: { user_id: 1, username: 'ada' },
  to: { user_id: userId, username: 'grace' },
  started_by: 'owner',
  remaining_role: 'write',
  created_at: at,
  opens_at: at,
  expires_at: '9999-01-08T00:00:00.000Z',
})

interface Shown {
  readonly project?: Partial<Project>
  readonly requested?: boolean
  readonly blocked?: string
  readonly locked?: boolean
}
function Tab({ project, requested = false, blocked }: Shown) {
  const [said, setSaid] = useState('')
  return (
    <Blocked value={blocked}>
      <CollaboratorsTab
        project={sampleProject(project)}
        onLeft={async () => setSaid('Left')}
        inviteRequested={requested && said === ''}
        onInviteStarted={() => setSaid('Started')}
      />
      <p>{said}</p>
    </Blocked>
  )
}
const show = (props: Shown = {}) => renderPart(<Tab {...props} />, { locked: props.locked ?? false })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const check = (name: string) => page.getByRole('checkbox', { name, exact: true })
const inviteDialog = () => page.getByRole('dialog', { name: 'Invite Collaborator' })

test('a project that nobody shares says what to do, to the owner only', async () => {
  answers([])
  await show()
  await expect.element(page.getByText(/Invite the people who work on this project/)).toBeVisible()
  expect(button('Leave project').elements()).toEqual([])
  await expectAccessible()
})

test('a person who leaves elsewhere disappears while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const api = answers([person()])
  await show()
  const grace = page.getByRole('row', { name: /^grace/ })
  await expect.element(grace).toBeVisible()
  const offers = api.sent(readProjectTransfer).length
  answerPeople(api, [])
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(grace).not.toBeInTheDocument()
  await expect.poll(() => api.sent(readProjectTransfer).length).toBeGreaterThan(offers)
})

test('each person shows with their environments, and why they cannot read yet', async () => {
  answers([
    person({ access_paused: true }),
    person({ user_id: 3, username: 'joan', email: 'joan@example.com', keys_pending: true }),
    guest,
  ])
  await show({ locked: true })
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect.element(row(/^ada/)).toHaveTextContent(/adayou.*All environments.*owner.*web/)
  await expect
    .element(row(/^grace/))
    .toHaveTextContent(/Upgrading.*development, staging.*2 of 3.*Access paused/)
  await expect.element(row(/^joan/)).toHaveTextContent(/Unlock your vault to grant them/)
  await expect.element(row(/^alan/)).toHaveTextContent(/alan@example.com.*Ends.*PENDING/)
  await expectAccessible()
})

test('people who cannot be read are read again, and so are environments', async () => {
  const api = answers([person()])
  for (const endpoint of [listCollaborators, listEnvironments]) api.rejects(endpoint, 'FORBIDDEN')
  await show()
  await expect.element(page.getByText('Who can read this project has not changed.')).toBeVisible()
  answerPeople(api, [person()])
  await button('Try again').click()
  await expect.poll(() => api.sent(listCollaborators)).toHaveLength(2)
  await expect.element(page.getByRole('alert')).toBeVisible()
  api.answers(listEnvironments, { environments })
  await button('Try again').click()
  await expect.element(page.getByText('development, staging')).toBeVisible()
})

test('the invitation waits for the environments that it offers', async () => {
  const api = answers([])
  const answer = api.holds(listEnvironments)
  await show()
  await button('Invite Collaborator').click()
  expect(page.getByText('Nothing to share yet').elements()).toEqual([])
  answer({ environments })
  await expect.element(inviteDialog()).toBeVisible()
  await expect.element(check('production')).toBeVisible()
})

test('an invitation names what is missing, keeps what was typed, and is sent once', async () => {
  const api = answers([person()])
  await show()
  await expect.element(button('Remove grace')).toBeInTheDocument()
  await userEvent.keyboard('n')
  await expect.element(page.getByLabelText('E-mail', { exact: true })).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('GRACE@example.com{Enter}')
  await expect.element(page.getByLabelText('E-mail', { exact: true })).toBeInvalid()
  await expect.element(page.getByText('At least one environment must be selected')).toBeVisible()
  expect(api.sent(inviteCollaborator)).toEqual([])
  await page.getByLabelText('E-mail', { exact: true }).fill('new@example.com')
  await check('Select all').click()
  await check('production').click()
  await page.getByRole('radio', { name: /Write/ }).click()
  api.rejects(inviteCollaborator, 'ALREADY_MEMBER')
  await button('Invite collaborator').click()
  await expect.element(page.getByText(/is already a collaborator or has been invited/)).toBeVisible()
  await expect.element(page.getByLabelText('E-mail', { exact: true })).toHaveValue('new@example.com')
  await expect.element(check('staging')).toBeChecked()

  const answer = api.holds(inviteCollaborator)
  await button('Invite collaborator').click()
  await expect.element(button('Invite collaborator')).toBeDisabled()
  answerPeople(api, [person(), guest])
  answer({
    invitation: {
      id: 1,
      email: 'new@example.com',
      role: 'write',
      environments: [1, 2],
      invited_at: at,
      expires_at: at,
      mailed: true,
      link: null,
    },
  })
  await expect.element(page.getByText('Collaborator invited successfully!')).toBeVisible()
  await expect.element(button('Cancel invitation of alan@example.com')).toBeInTheDocument()
  expect(api.sent(inviteCollaborator).at(-1)?.body).toEqual({
    email: 'new@example.com',
    role: 'write',
    environments: [1, 2],
  })
})

test.each([
  ['was not mailed', null, 'The invitation was not mailed', 'I will tell them'],
  ['has a link', 'https://envhold.example.com/invite#inv_1', 'Pass this link on', 'I have copied it'],
])('an invitation that %s says so until it is closed', async (_what, link, title, close) => {
  const api = answers([])
  const { connection } = await show()
  await button('Invite Collaborator').click()
  await page.getByLabelText('E-mail', { exact: true }).fill('new@example.com')
  await check('production').click()
  const invitation = { id: 1, email: 'new@example.com', role: 'read', environments: [3] } as const
  api.answers(inviteCollaborator, {
    invitation: { ...invitation, environments: [3], invited_at: at, expires_at: at, mailed: false, link },
  })
  await button('Invite collaborator').click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog).toHaveTextContent(/new@example.com/)
  if (link) await expect.element(page.getByText(link)).toBeVisible()
  expect(connection.unsaved.anyShown()).toBe(link !== null)
  if (link) {
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => connection.unsaved.question.read()).toBe('shown')
    connection.unsaved.answer(false)
    await expect.element(dialog).toBeVisible()
  }
  await button(close).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(connection.unsaved.any()).toBe(false)
})

test('at the limit of the plan the button and the command say why', async () => {
  answers([], 2)
  await show({ requested: true })
  await expect.element(page.getByText('Started')).toBeVisible()
  await expect.element(page.getByText('Team costs $12 a month: 10 people, audit log.')).toBeVisible()
  await expect.element(page.getByText('Collaborator limit reached (2/2)').last()).toBeVisible()
  await expect.element(button('Invite Collaborator')).toHaveAttribute('aria-disabled', 'true')
  expect(inviteDialog().elements()).toEqual([])
})

test('near the limit of the plan the tab says to the owner how many can be invited', async () => {
  const near = { current: 4, max: 5, remaining: 1, unlimited: false, atLimit: false, nearLimit: true }
  const limitStatus = { projects: limit(-1), collaborators: near, storage: limit(-1) }
  answers([]).answers(readSubscriptionStatus, sampleSubscriptionStatus({ limitStatus }))
  await show()
  await expect.element(page.getByText('You have used 4 of 5 collaborators on your plan')).toBeVisible()
  await expect.element(page.getByText('1 more person can be invited.')).toBeVisible()
  await expect.element(button('Invite Collaborator')).not.toHaveAttribute('aria-disabled')
  await expectAccessible()
})

test('in a grace period with too many people the tab says who loses access, and offers the choice', async () => {
  const api = answers([person()], 2)
  const toPause = ['grace@example.com']
  const people = { collaboratorCount: 3, maxProjects: -1, toArchive: [], toPause }
  const answerCompliance = api.holds(readCompliance)
  await show({ requested: true })
  // The command waits for what forbids it.
  await expect.element(button('Edit permissions of grace')).toBeVisible()
  await expect.element(page.getByText('Started')).not.toBeInTheDocument()
  answerCompliance(sampleCompliance({ action: 'upgrade_required', ...people }))
  // First: this message goes after some seconds.
  await expect.element(page.getByText('Cannot give more access during grace period').last()).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'Grace period: 1 collaborator too many' })
  await expect.element(notice).toHaveTextContent('the access of grace@example.com is paused')
  await expect.element(notice.getByRole('button', { name: 'Choose who stays' })).toBeVisible()
  expect(page.getByText('Current collaborators keep their access').elements()).toEqual([])
  await expectAccessible()
})

test('a command opens the invitation once everything is there', async () => {
  answers([], 3)
  await show({ requested: true })
  await expect.element(inviteDialog()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(inviteDialog()).not.toBeInTheDocument()
})

test('only what differs of a permission is sent, and an unchanged one is not', async () => {
  const api = answers([person()])
  await show()
  await button('Edit permissions of grace').click()
  await expect.element(check('staging')).toBeChecked()
  await button('Save permissions').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(api.sent(updateCollaborator)).toEqual([])

  await button('Edit permissions of grace').click()
  await check('staging').click()
  await expect.element(page.getByText(/the environment taken away gets a new key at once/)).toBeVisible()
  await expectAccessible()
  api.rejects(updateCollaborator, 'FORBIDDEN')
  await button('Save permissions').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(check('staging')).not.toBeChecked()
  api.answers(updateCollaborator, { collaborator: person({ shared_environments: [1] }) })
  answerPeople(api, [person({ shared_environments: [1] })])
  await button('Save permissions').click()
  await expect.element(page.getByText('Permissions updated')).toBeVisible()
  await expect.element(page.getByText('development', { exact: true })).toBeVisible()
  expect(api.sent(updateCollaborator).at(-1)?.body).toEqual({ environments: [1] })

  api.answers(updateCollaborator, { collaborator: person() })
  await button('Undo').click()
  await expect.element(page.getByText('Restored the permissions of grace')).toBeVisible()
  expect(api.sent(updateCollaborator).at(-1)?.body).toEqual({ environments: [1, 2] })
})

test('nobody is left without an environment', async () => {
  const api = answers([person()])
  await show()
  await button('Edit permissions of grace').click()
  await check('development').click()
  await check('staging').click()
  await expect.element(page.getByText('At least one environment must be selected')).toBeVisible()
  await button('Save permissions').click()
  expect(api.sent(updateCollaborator)).toEqual([])
})

test('an invitation is edited by its address, and cancelled after a question', async () => {
  const api = answers([guest])
  api.answers(updateInvitation, { collaborator: { ...guest, role: 'write' } })
  await show()
  await button('Edit invitation of alan@example.com').click()
  await page.getByRole('radio', { name: /Write/ }).click()
  await button('Save invitation').click()
  await expect.element(page.getByText('Invitation updated')).toBeVisible()
  expect(api.sent(updateInvitation).map(({ body }) => body)).toEqual([
    { email: 'alan@example.com', role: 'write' },
  ])

  await button('Cancel invitation of alan@example.com').click()
  const question = page.getByRole('alertdialog', { name: 'Cancel invitation' })
  api.rejects(cancelInvitation, 'NOT_FOUND')
  await question.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect.poll(() => api.sent(cancelInvitation)).toHaveLength(1)
  await expect.element(question.getByRole('button', { name: 'Cancel invitation' })).toBeEnabled()
  api.answers(cancelInvitation, { message: 'Cancelled' })
  answerPeople(api, [])
  await question.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect.element(page.getByText('Nobody else yet')).toBeVisible()
})

test('removing with a locked vault says when new keys come, and sends no password', async () => {
  const api = answers([person()])
  const { connection } = await show({ locked: true })
  await button('Remove grace').click()
  const question = page.getByRole('alertdialog', { name: 'Remove grace' })
  await expect
    .element(question)
    .toHaveTextContent(/the 2 environments they could read get new keys at the next/)
  await expect
    .element(question.getByRole('button', { name: 'Unlock to see what grace could read' }))
    .toBeVisible()
  api.answers(removeCollaborator, { message: 'Removed', rekey_pending: 2 })
  answerPeople(api, [])
  await question.getByRole('button', { name: 'Remove grace', exact: true }).click()
  await expect
    .element(page.getByText('2 environments get new keys at the next unlocked change.'))
    .toBeVisible()
  await expect.element(page.getByText('Nobody else yet')).toBeVisible()
  expect(connection.unlockPrompt.read()).toBeNull()
  expect(api.sent(removeCollaborator).map(({ path }) => path.split('/').at(-1))).toEqual(['2'])
})

test('a collaborator who deleted the account shows as such, until when it can come back', async () => {
  answers([person({ account_deleted_until: '2026-04-01T10:00:00.000Z' })])
  await show()
  await expect
    .element(page.getByRole('row', { name: /^grace/ }))
    .toHaveTextContent(/They deleted their account, and can restore it until.*Apr 1, 2026/)
})

test('the question before a removal says that the offer to this person ends, and so does the tab', async () => {
  const api = answers([person()])
  api.answers(readProjectTransfer, { transfer: offerTo(2), candidates: [] })
  api.answers(removeCollaborator, { message: 'Removed', rekey_pending: 0 })
  await show()
  await expect.element(page.getByText('You offered this project to grace')).toBeVisible()
  await button('Remove grace').click()
  const question = page.getByRole('alertdialog', { name: 'Remove grace' })
  await expect.element(question).toHaveTextContent(/The offer to become the owner of this project ends, too/)
  answerPeople(api, [])
  api.answers(readProjectTransfer, { transfer: null, candidates: [] })
  await question.getByRole('button', { name: 'Remove grace', exact: true }).click()
  await expect.element(page.getByText('You offered this project to grace')).not.toBeInTheDocument()
})

const exposed = (id: number, name: string, fields: Partial<ExposedEnvironment>): ExposedEnvironment => ({
  project: { id: 7, name: 'Storefront' },
  environment: sampleEnvironment({ id, name, protected: name === 'production' }),
  read_at: at,
  way: 'web',
  keys: [],
  ...fields,
})
const shop = { id: 8, name: 'Shop' }

test('what a person could read is listed and marked, and they are removed from all projects', async () => {
  const api = answers([person()])
  api.answers(listSharedWith, {
    projects: [
      { id: 7, name: 'Storefront', shared_environments: [1, 2] },
      { ...shop, shared_environments: [4] },
      { id: 9, name: 'Blog', shared_environments: [5] },
    ],
  })
  api.answers(listAccessibleEnvironments, {
    environments: [...environments, sampleEnvironment({ id: 4, project_id: 8, variable_count: 30 })],
  })
  api.answers(readExposure, {
    environments: [
      exposed(2, 'staging', { keys: ['A', 'B', 'C', 'D', 'E'], way: 'token' }),
      exposed(3, 'production', { keys: ['A'], read_at: '2026-03-02T10:00:00.000Z' }),
      exposed(4, 'live', { project: shop, keys: ['X'] }),
    ],
    left_out: 0,
  })
  api.answers(writeVariables, ({ path }) => ({
    environment: sampleEnvironment({ id: Number(path.split('/').at(-2)) }),
    warnings: [],
    added: [],
    changed: [],
    removed: [],
    unchanged: [],
  }))
  api.answers(removeCollaborator, { message: 'Removed', rekey_pending: 0 })
  await show()
  await button('Remove grace').click()
  const question = page.getByRole('alertdialog', { name: 'Remove grace' })
  const mark = question.getByRole('checkbox', { name: /^What grace could read: 6 values/ })
  await expect.element(mark).toBeChecked()
  await expect
    .element(question.getByRole('listitem').first())
    .toHaveTextContent(/^A.*production.*staging.*opened/)
  expect(question.getByRole('listitem').elements()).toHaveLength(4)
  await question.getByRole('button', { name: 'Show 1 more' }).click()
  await expect.poll(() => question.getByRole('listitem').elements()).toHaveLength(5)
  await expect.element(question).toHaveTextContent(/All 4 values of these 2 environments were within reach/)
  await expectAccessible()

  const others = question.getByRole('checkbox', { name: 'Also remove from 2 other projects' })
  await expect.element(others).not.toBeChecked()
  await others.click()
  await expect.element(question.getByText('What grace could read: 7 values')).toBeVisible()
  // One of the projects fails: what is done stays done, and the next attempt continues there.
  api.answers(removeCollaborator, ({ path }) => {
    if (path.includes('/8/')) throw new Error('Not now')
    return { message: 'Removed', rekey_pending: 0 }
  })
  const confirm = question.getByRole('button', { name: 'Remove grace from 3 projects' })
  await confirm.click()
  await expect.element(page.getByText('Failed to remove collaborator')).toBeVisible()
  expect(api.sent(writeVariables)).toEqual([])
  api.answers(removeCollaborator, { message: 'Removed', rekey_pending: 0 })
  await confirm.click()
  await expect.element(page.getByText(/^Removed \w+ from 3 projects$/)).toBeVisible()
  const removedFrom = api.sent(removeCollaborator).map(({ path }) => path.split('/').at(-3))
  expect(removedFrom).toEqual(['7', '8', '8', '9'])
  const due = localDay(new Date())
  const marked = api.sent(writeVariables).map(({ path, body }) => [path.split('/').at(-2), body])
  const body = (...keys: string[]) => ({
    variables: {},
    mode: 'merge',
    details: Object.fromEntries(keys.map((key) => [key, { due }])),
  })
  // The protected one last.
  expect(marked).toEqual([
    ['2', body('A', 'B', 'C', 'D', 'E')],
    ['4', body('X')],
    ['3', body('A')],
  ])
})

test('nothing is marked unless it is ticked, and an empty record says so', async () => {
  const api = answers([person()])
  api.answers(readExposure, { environments: [exposed(2, 'staging', { keys: ['A'] })], left_out: 0 })
  api.answers(removeCollaborator, { message: 'Removed', rekey_pending: 0 })
  await show()
  await userEvent.keyboard('{Escape}')
  await page
    .getByRole('row', { name: /^grace/ })
    .element()
    .focus()
  await userEvent.keyboard('{Delete}')
  const question = page.getByRole('alertdialog', { name: 'Remove grace' })
  await question.getByRole('checkbox', { name: /^What grace could read: 1 value/ }).click()
  await question.getByRole('button', { name: 'Remove grace', exact: true }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(api.sent(writeVariables)).toEqual([])
  api.answers(readExposure, { environments: [], left_out: 0 })
  await button('Remove grace').click()
  await expect
    .element(question)
    .toHaveTextContent(/grace opened, pulled or injected no value that is still the same/)
})

test('environments that were read, and that no list has, are no all-clear', async () => {
  const api = answers([person()])
  api.answers(readExposure, { environments: [], left_out: 2 })
  await show()
  await button('Remove grace').click()
  const question = page.getByRole('alertdialog', { name: 'Remove grace' })
  await expect.element(question).toHaveTextContent(/2 more environments were read, and could not be compared/)
  await expect.element(question).not.toHaveTextContent(/no value that is still the same/)
})

test('a collaborator sees no actions on others, and leaves after a question', async () => {
  const own = person({ user_id: 1, username: 'ada', email: 'ada@example.com', keys_pending: true })
  const api = answers([own, person()])
  await show({ project: { user_role: 'read', owner_username: 'joan' } })
  await expect.element(page.getByText(/joan has to unlock the vault once before you can read/)).toBeVisible()
  expect(page.getByRole('button', { name: /grace/ }).elements()).toEqual([])
  await button('Leave project').click()
  const question = page.getByRole('alertdialog', { name: 'Leave project' })
  api.rejects(removeCollaborator, 'FORBIDDEN')
  await question.getByRole('button', { name: 'Leave project' }).click()
  await expect.poll(() => api.sent(removeCollaborator)).toHaveLength(1)
  await expect.element(question.getByRole('button', { name: 'Leave project' })).toBeEnabled()
  api.answers(removeCollaborator, { message: 'Left', rekey_pending: 0 })
  await question.getByRole('button', { name: 'Leave project' }).click()
  await expect.element(page.getByText('Left', { exact: true })).toBeVisible()
  expect(api.sent(removeCollaborator).at(-1)?.path).toMatch(/\/7\/collaborators\/1$/)
})

test('a long list is searched, and a search without result is cleared', async () => {
  answers(
    Array.from({ length: 9 }, (_, index) =>
      person({ user_id: index + 10, username: `person${index}`, email: `p${index}@example.com` }),
    ),
  )
  await show()
  await page.getByLabelText('Search people').fill('person7')
  await expect.element(button('Remove person7')).toBeInTheDocument()
  await expect.element(button('Remove person3')).not.toBeInTheDocument()
  await page.getByLabelText('Search people').fill('nobody')
  await expect.element(page.getByText('Nobody matches “nobody”')).toBeVisible()
  await page.getByText('Clear search').last().click()
  await expect.element(button('Remove person3')).toBeInTheDocument()
})

test('a read-only project takes access away, but extends none', async () => {
  answers([person()])
  await show({ blocked: 'This project is read-only' })
  await expect.element(button('Invite Collaborator')).toHaveAttribute('aria-disabled', 'true')
  await button('Edit permissions of grace').click()
  await expect.element(page.getByText('You can reduce this access, but not extend it.')).toBeVisible()
})
