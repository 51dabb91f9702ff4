import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  type PendingInvitation,
} from '@envhold/contract/collaborators/invitations.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleProject } from '../../../tests/samples.ts'
import { InvitationResponse } from './invitation-response.tsx'
import { InvitationsNotice } from './invitations-notice.tsx'

const at = '2026-03-01T10:00:00.000Z'
const invitation = (overrides: Partial<PendingInvitation> = {}): PendingInvitation => ({
  id: 1,
  token: 'a'.repeat(22),
  project_name: 'Warehouse',
  invited_by_username: 'grace',
  role: 'write',
  environment_count: 1,
  environments: [{ name: 'production', color: null, protected: true }],
  invited_at: at,
  expires_at: at,
  needs_link: false,
  ...overrides,
})
const second = invitation({ id: 2, token: 'b'.repeat(22), project_name: 'Billing', needs_link: true })
const project = sampleProject({ id: 8, name: 'Warehouse', user_role: 'write' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

function Notice() {
  const [joined, setJoined] = useState(0)
  return (
    <>
      <InvitationsNotice onJoined={() => setJoined((before) => before + 1)} />
      <p>Joined {joined}</p>
    </>
  )
}
const show = async (invitations: PendingInvitation[]) => {
  const api = fakeApi()
  api.answers(listInvitations, { invitations, offered_projects: [] })
  return { api, ...(await renderPart(<Notice />)) }
}

test('without an invitation nothing shows, and invitations that cannot be read are read again', async () => {
  const { api } = await show([])
  await expect.poll(() => api.sent(listInvitations)).toHaveLength(1)
  expect(page.getByRole('button').elements()).toEqual([])
  api.rejects(listInvitations, 'FORBIDDEN')
  await renderPart(<Notice />)
  await expect.element(page.getByText(/Pending invitations are kept/)).toBeVisible()
  api.answers(listInvitations, { invitations: [invitation()], offered_projects: [] })
  await button('Try again').click()
  await expect.element(page.getByText('grace invites you to Warehouse')).toBeVisible()
})

test('an invitation is accepted with the open vault, and the notice goes', async () => {
  const { api } = await show([invitation()])
  await button('View invitation').click()
  await expect.element(page.getByText(/invites you to read and change 1 environment/)).toBeVisible()
  await expectAccessible()
  api.rejects(acceptInvitation, 'NOT_FOUND')
  await button('Accept invitation to Warehouse').click()
  await expect.poll(() => api.sent(acceptInvitation)).toHaveLength(1)
  await expect.element(button('Accept invitation to Warehouse')).toBeEnabled()
  await expect.element(page.getByText('Joined 0')).toBeInTheDocument()
  const answer = api.holds(acceptInvitation)
  await button('Accept invitation to Warehouse').click()
  await expect.element(button('Accept invitation to Warehouse')).toBeDisabled()
  api.answers(listInvitations, { invitations: [], offered_projects: [] })
  answer({ project, keys_pending: true })
  await expect.element(page.getByText('Joined 1')).toBeVisible()
  await expect
    .element(page.getByText('grace has to unlock the vault once before you can read.'))
    .toBeVisible()
  await expect.element(button('View invitation')).not.toBeInTheDocument()
  const sent = api.sent(acceptInvitation).at(-1)
  expect(sent?.body).toEqual({})
  expect(sent?.headers.get('x-master-password')).not.toBeNull()
})

test('an invitation whose environments were deleted promises none', async () => {
  await show([invitation({ environment_count: 0, environments: [] })])
  await button('View invitation').click()
  await expect
    .element(page.getByText(/invites you to this project. Its environments were deleted/))
    .toBeVisible()
})

test('one of several is declined after a question, and the others stay', async () => {
  const { api } = await show([invitation(), second])
  await expect.element(page.getByText('You have 2 invitations')).toBeVisible()
  await button('View invitations').click()
  await expect.element(page.getByText(/open it to get access immediately/)).toBeVisible()
  await button('Decline invitation to Billing').click()
  const question = page.getByRole('alertdialog', { name: 'Decline invitation' })
  await expect.element(question).toHaveTextContent(/you declined Billing/)
  api.rejects(declineInvitation, 'NOT_FOUND')
  await question.getByRole('button', { name: 'Decline invitation' }).click()
  await expect.poll(() => api.sent(declineInvitation)).toHaveLength(1)
  await expect.element(question.getByRole('button', { name: 'Decline invitation' })).toBeEnabled()
  api.answers(declineInvitation, { message: 'Declined' })
  api.answers(listInvitations, { invitations: [invitation()], offered_projects: [] })
  await question.getByRole('button', { name: 'Decline invitation' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(button('Accept invitation to Warehouse')).toBeVisible()
  expect(button('Accept invitation to Billing').elements()).toEqual([])
  expect(api.sent(declineInvitation).at(-1)?.path).toContain('b'.repeat(22))
})

function Linked() {
  const [said, setSaid] = useState('')
  return (
    <>
      <InvitationResponse
        invitation={{ ...invitation(), email: 'ada@example.com', has_account: true, email_changed: false }}
        secret="inv_secret"
        onAccepted={({ name }) => setSaid(`In ${name}`)}
        onDeclined={() => setSaid('Declined')}
        onFailed={() => setSaid('Failed')}
      />
      <p>{said}</p>
    </>
  )
}

test('the secret of a link is sent when it is accepted, and a failure is told to the page', async () => {
  const api = fakeApi()
  api.rejects(acceptInvitation, 'FORBIDDEN')
  await renderPart(<Linked />)
  await button('Accept invitation').click()
  await expect.element(page.getByText('Failed', { exact: true })).toBeVisible()
  api.answers(acceptInvitation, { project, keys_pending: false })
  await button('Accept invitation').click()
  await expect.element(page.getByText('In Warehouse')).toBeVisible()
  expect(api.sent(acceptInvitation).map(({ body }) => body)).toEqual([
    { secret: 'inv_secret' },
    { secret: 'inv_secret' },
  ])
})

test('a link is declined after a question, which Cancel takes back', async () => {
  const api = fakeApi()
  api.answers(declineInvitation, { message: 'Declined' })
  await renderPart(<Linked />)
  await button('Decline').click()
  const question = page.getByRole('alertdialog', { name: 'Decline invitation' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(api.sent(declineInvitation)).toEqual([])
  await button('Decline').click()
  await question.getByRole('button', { name: 'Decline invitation' }).click()
  await expect.element(page.getByText('Declined', { exact: true })).toBeVisible()
})
