import { previewUserAct, startUserAct } from '@envhold/contract/operator/bulk-actions.ts'
import { type Job, readJob } from '@envhold/contract/operator/jobs.ts'
import { listAllPlans } from '@envhold/contract/operator/plans.ts'
import { endUserPlan, grantUserPlan } from '@envhold/contract/operator/user-billing.ts'
import {
  inviteUser,
  listUserInvitations,
  withdrawUserInvitation,
} from '@envhold/contract/operator/user-invitations.ts'
import { listUsers } from '@envhold/contract/operator/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useRead } from '../../../connection/use-read.ts'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { ActOnAll } from './act-on-all.tsx'
import { GrantedPlan } from './granted-plan.tsx'
import { InviteUser } from './invite-user.tsx'

const at = '2027-03-08T10:00:00.000Z'
const show = (part: React.ReactNode, permissions: readonly string[] = ['*']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions } }}
    >
      {part}
    </OperatorContext>,
  )
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const pagination = { page: 1, limit: 20, total: 1, pages: 1 }
const invitation = { id: 'abc', email: 'bob@example.com', invited_by: 'ada', created_at: at, expires_at: at }

test('an invitation is sent, the open ones are listed, and one is withdrawn', async () => {
  const api = fakeApi()
  api.answers(listUserInvitations, { invitations: [invitation], pagination })
  api.answers(inviteUser, { message: 'The invitation is on its way.' })
  api.answers(withdrawUserInvitation, { message: 'The invitation was withdrawn.' })
  await show(<InviteUser />)
  await button('Invite User').click()
  await expect.element(page.getByText('1 open invitation')).toBeVisible()
  await expectAccessible()
  await page.getByLabelText('E-mail').fill(' carol@example.com ')
  await button('Send Invitation').click()
  await expect.poll(() => api.sent(inviteUser)).toMatchObject([{ body: { email: 'carol@example.com' } }])
  await button('Withdraw the invitation of bob@example.com').click()
  await expect
    .poll(() => api.sent(withdrawUserInvitation))
    .toMatchObject([{ path: '/api/admin/user-invitations/abc' }])
})

test('why an invitation was refused is said at the field, and what was typed stays', async () => {
  const api = fakeApi()
  api.answers(listUserInvitations, { invitations: [], pagination: { ...pagination, total: 0 } })
  api.rejects(inviteUser, 'CONFLICT')
  await show(<InviteUser />)
  await button('Invite User').click()
  await page.getByLabelText('E-mail').fill('bob@example.com')
  await button('Send Invitation').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('bob@example.com')
})

test('who may not invite or act sees neither button', async () => {
  fakeApi()
  await show(
    <>
      <InviteUser />
      <ActOnAll filter={{}} total={3} plans={[]} />
      <GrantedPlan userId={7} granted={null} />
      <p>End</p>
    </>,
    ['user.read'],
  )
  await expect.element(page.getByText('End')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

const running: Job = {
  id: 7,
  kind: 'suspend-users',
  state: 'running',
  reason: 'Spam wave',
  started_by: 'ada',
  processed: 0,
  total: 23,
  failed: 0,
  preview: { users: 23 },
  result: {},
  error: null,
  created_at: at,
  updated_at: at,
  finished_at: null,
  details: [],
  failures: [],
}
const preview = {
  users: 23,
  skipped: 2,
  names: ['eve', 'mallory'],
  token: 'signed',
  expires_at: at,
}

test('an act on all says who gets it, and starts once the act and the count are typed', async () => {
  const api = fakeApi()
  api.answers(previewUserAct, preview)
  api.rejects(startUserAct, 'CONFLICT')
  await show(<ActOnAll filter={{ status: 'ACTIVE', search: 'spam' }} total={25} plans={[]} />)
  await button('Act on 25 users').click()
  await page.getByRole('menuitem', { name: 'Suspend Users' }).click()
  await expect.element(page.getByText('Now: 23 users')).toBeVisible()
  await expect.element(page.getByText('eve, mallory and others')).toBeVisible()
  await expect.element(page.getByText(/2 users left out/)).toBeVisible()
  await expectAccessible()
  const confirm = page.getByRole('button', { name: 'Suspend Users' })
  await page.getByLabelText('Reason').fill('Spam wave')
  await page.getByLabelText(/Type/).fill('suspend')
  await expect.element(confirm).toBeDisabled()
  await page.getByLabelText(/Type/).fill('suspend 23')
  await confirm.click()
  await expect
    .poll(() => api.sent(startUserAct))
    .toMatchObject([{ body: { token: 'signed', reason: 'Spam wave' } }])
  expect(api.sent(previewUserAct)[0]).toMatchObject({
    body: { act: 'suspend-users', filter: { status: 'ACTIVE', search: 'spam' } },
  })
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('what a job changed is read again when it has ended', async () => {
  const api = fakeApi()
  const Total = () => <p>{`Total ${useRead(listUsers, {}).data?.pagination.total}`}</p>
  const counts = { ACTIVE: 1, SUSPENDED: 0, INACTIVE: 0, PENDING: 0 }
  const users = { users: [], counts, roles: [], plans: [], pagination }
  api.answers(listUsers, users)
  api.answers(previewUserAct, preview)
  api.answers(startUserAct, { job: running })
  let job: Job = running
  api.answers(readJob, () => ({ job }))
  await show(
    <>
      <Total />
      <ActOnAll filter={{}} total={25} plans={[]} />
    </>,
  )
  await button('Act on 25 users').click()
  await page.getByRole('menuitem', { name: 'Suspend Users' }).click()
  await page.getByLabelText('Reason').fill('Spam wave')
  await page.getByLabelText(/Type/).fill('suspend 23')
  await page.getByRole('button', { name: 'Suspend Users' }).click()
  await expect.poll(() => api.sent(readJob).length).toBeGreaterThan(0)
  await expect.element(page.getByText('Total 1')).toBeInTheDocument()
  api.answers(listUsers, { ...users, pagination: { ...pagination, total: 0 } })
  job = { ...running, state: 'done' }
  await expect.element(page.getByText('Total 0')).toBeInTheDocument()
})

test('a plan is given until the end of a day, and taken back with a reason', async () => {
  const api = fakeApi()
  api.answers(listAllPlans, { plans: [] } as never)
  api.answers(grantUserPlan, { message: 'The account has the plan now.' })
  api.answers(endUserPlan, { message: 'The plan was taken back.' })
  const granted = { plan: 'pro', plan_display_name: 'Pro', ends_at: at, reason: 'A gift', granted_by: 'ada' }
  await show(<GrantedPlan userId={7} granted={granted} />)
  await expect.element(page.getByText('A gift')).toBeVisible()
  await button('Take Back Plan').click()
  await page.getByLabelText('Reason').fill('The wrong account')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take Back Plan' }).click()
  await expect
    .poll(() => api.sent(endUserPlan))
    .toMatchObject([{ path: '/api/admin/users/7/granted-plan', body: { reason: 'The wrong account' } }])
})
