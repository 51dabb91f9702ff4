import type { OutputOf } from '@envhold/contract/endpoint.ts'
import {
  approveUser,
  endUserSessions,
  extendGracePeriod,
  listUsers,
  removeUserFactors,
  startUserReset,
  suspendUser,
} from '@envhold/contract/operator/users.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import type { ListedUser } from './user-queries.ts'
import { UsersPage } from './users-page.tsx'

const at = '2026-01-01T00:00:00.000Z'
const user = (id: number, username: string, status: ListedUser['status'] = 'ACTIVE'): ListedUser => ({
  id,
  username,
  email: `${username}@example.com`,
  status,
  suspendedReason: status === 'SUSPENDED' ? 'Keys shared in public' : null,
  suspendedBy: null,
  suspendedAt: null,
  grace_ends_at: status === 'INACTIVE' ? at : null,
  created_at: at,
  roles: [],
  plan: { name: 'pro', display_name: 'Pro' },
  _count: { projects: 3, collaborations: 2 },
  stored_bytes: 41_300_000,
})
const answer = (...users: ListedUser[]): OutputOf<typeof listUsers> => ({
  users,
  roles: [{ name: 'SUPPORT', display_name: 'Support' }],
  plans: [{ name: 'pro', display_name: 'Pro' }],
  counts: { ACTIVE: 1_241, SUSPENDED: 3, INACTIVE: 28, PENDING: 12 },
  pagination: { page: 1, limit: 20, total: users.length, pages: 1 },
})
const open = (permissions: readonly string[] = ['*'], path = '/') =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions } }}
    >
      <UsersPage />
    </OperatorContext>,
    { path },
  )
const everyStatus = [
  user(901, 'active'),
  user(902, 'suspended', 'SUSPENDED'),
  user(903, 'inactive', 'INACTIVE'),
  user(904, 'pending', 'PENDING'),
]
const menuOf = async (name: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  const items = page.getByRole('menuitem').elements()
  return items.map(({ textContent }) => textContent)
}

test('tiles, columns and the acts that each status allows', async () => {
  fakeApi().answers(listUsers, answer(...everyStatus))
  await open(['user.read', 'user.suspend', 'user.unsuspend', 'user.force_delete'])
  await expect.element(page.getByText('1,241')).toBeVisible()
  await expect.element(page.getByText('1,284')).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /suspended@example.com/ }))
    .toHaveTextContent('Keys shared in publicUserPro3 owned, 2 shared41.3 MBJan 1, 2026')
  await expectAccessible()
  const acts = {
    active: ['Send Reset Link', 'Sign Out Everywhere', 'Remove Second Factors', 'Suspend User'],
    suspended: [
      'Unsuspend User',
      'Send Reset Link',
      'Sign Out Everywhere',
      'Remove Second Factors',
      'Force Delete',
    ],
    inactive: ['Extend Grace Period', 'Sign Out Everywhere', 'Force Delete'],
    pending: ['Approve', 'Send Reset Link', 'Sign Out Everywhere', 'Force Delete'],
  }
  for (const [name, expected] of Object.entries(acts)) {
    expect(await menuOf(name)).toEqual(expected)
    await page
      .getByRole('menuitem')
      .first()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await expect.poll(() => page.getByRole('menu').elements()).toEqual([])
  }
})

test('buttons that a role may not use, or that concern the own account, are not drawn', async () => {
  fakeApi().answers(listUsers, answer(...everyStatus, user(sampleAccount().id, 'self')))
  await open(['user.read'])
  await expect.element(page.getByText('self@example.com')).toBeVisible()
  expect(page.getByRole('button', { name: /^Actions for/ }).elements()).toEqual([])
})

test('suspending asks for a reason, and says why it failed', async () => {
  const api = fakeApi()
  api.answers(listUsers, answer(user(901, 'active')))
  api.rejects(suspendUser, 'INTERNAL')
  await open()
  await menuOf('active')
  await page.getByRole('menuitem', { name: 'Suspend User' }).click()
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: 'Suspend User' })
  await expect.element(confirm).toBeDisabled()
  await dialog.getByLabelText('Reason').fill('   ')
  await expect.element(confirm).toBeDisabled()
  await dialog.getByLabelText('Reason').fill(' Spam ')
  await confirm.click()
  await expect.element(dialog.getByText(/^Failed to suspend user/)).toBeVisible()
  api.answers(suspendUser, { message: 'The account was suspended.' })
  await confirm.click()
  await expect.element(page.getByText('The account was suspended.')).toBeVisible()
  expect(api.sent(suspendUser).at(-1)?.body).toEqual({ reason: 'Spam' })
})

test('a reset link, a sign-out and a removal of factors each ask for a reason', async () => {
  const api = fakeApi()
  api.answers(listUsers, answer(user(901, 'active')))
  api.answers(startUserReset, { message: 'The link is on its way.' })
  api.answers(endUserSessions, { message: 'All devices of the account are signed out.' })
  api.rejects(removeUserFactors, 'INTERNAL')
  await open()
  const confirm = async (name: string, outcome: string | RegExp) => {
    await menuOf('active')
    await page.getByRole('menuitem', { name }).click()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog.getByRole('button', { name })).toBeDisabled()
    await dialog.getByLabelText('Reason').fill('Asked for it by phone')
    await dialog.getByRole('button', { name }).click()
    await expect.element(page.getByText(outcome)).toBeVisible()
  }
  await confirm('Send Reset Link', 'The link is on its way.')
  await confirm('Sign Out Everywhere', 'All devices of the account are signed out.')
  await confirm('Remove Second Factors', /^Failed to start removing/)
  for (const call of [startUserReset, endUserSessions, removeUserFactors])
    expect(api.sent(call)).toMatchObject([{ body: { reason: 'Asked for it by phone' } }])
})

test('approving needs no question; extending asks for days', async () => {
  const api = fakeApi()
  api.answers(listUsers, answer(...everyStatus))
  api.answers(approveUser, { message: 'The account was approved.' })
  api.answers(extendGracePeriod, { message: 'Extended', grace_ends_at: '2026-03-02T12:00:00.000Z' })
  await open()
  await menuOf('pending')
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  await expect.element(page.getByText('The account was approved.')).toBeVisible()
  await menuOf('inactive')
  await page.getByRole('menuitem', { name: 'Extend Grace Period' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText('Days').fill('0')
  await expect.element(dialog.getByRole('button', { name: 'Extend Grace Period' })).toBeDisabled()
  await dialog.getByLabelText('Days').fill('60')
  await dialog.getByRole('button', { name: 'Extend Grace Period' }).click()
  await expect.element(page.getByText('The grace period ends Mar 2, 2026.')).toBeVisible()
  expect(api.sent(extendGracePeriod).at(-1)?.body).toEqual({ days: 60 })
})

test('the filters of the address are sent, and an empty list says so', async () => {
  const api = fakeApi()
  api.answers(listUsers, answer())
  await open(['*'], '/?status=PENDING&sort=name&search=ada&page=2')
  await expect.element(page.getByText('No users found')).toBeVisible()
  await expect.element(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible()
  expect(api.sent(listUsers).at(-1)?.query).toMatchObject({
    status: 'PENDING',
    sort: 'name',
    search: 'ada',
    page: '2',
  })
  await page.getByLabelText('Status').selectOptions('Inactive')
  await expect.poll(() => api.sent(listUsers).at(-1)?.query.status).toBe('INACTIVE')
  expect(api.sent(listUsers).at(-1)?.query.page).toBe('1')
  await page.getByLabelText('Role').selectOptions('Support')
  await expect.poll(() => api.sent(listUsers).at(-1)?.query.role).toBe('SUPPORT')
  await page.getByLabelText('Plan').selectOptions('Pro')
  await expect
    .poll(() => api.sent(listUsers).at(-1)?.query)
    .toMatchObject({ status: 'INACTIVE', role: 'SUPPORT', plan: 'pro' })
})

test('a tile shows the users of its status alone', async () => {
  const api = fakeApi()
  api.answers(listUsers, answer(...everyStatus))
  const { location } = await open()
  const tile = (name: RegExp) =>
    page.getByRole('group', { name: 'Number of users' }).getByRole('button', { name })
  await expect.element(tile(/All Users/)).toHaveAttribute('aria-pressed', 'true')
  await tile(/Pending/).click()
  await expect.element(tile(/Pending/)).toHaveAttribute('aria-pressed', 'true')
  expect(api.sent(listUsers).at(-1)?.query.status).toBe('PENDING')
  await tile(/All Users/).click()
  await expect.element(tile(/All Users/)).toHaveAttribute('aria-pressed', 'true')
  expect(location()).toBe('/')
})

test('Enter in the search opens the page of the only user once the search is answered', async () => {
  const api = fakeApi()
  api.answers(listUsers, ({ query }) =>
    query.search === undefined ? answer(...everyStatus) : answer(user(905, 'grace')),
  )
  const { location } = await open()
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('grace')
  await userEvent.keyboard('{Enter}')
  await expect.poll(location).toBe('/admin/users/905')
})

test('Enter opens nothing while several users match', async () => {
  const api = fakeApi()
  api.answers(listUsers, ({ query }) =>
    answer(...(query.search === undefined ? everyStatus : everyStatus.slice(0, 2))),
  )
  const { location } = await open()
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('e')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('pending@example.com')).not.toBeInTheDocument()
  expect(location()).toBe('/?search=e')
})
