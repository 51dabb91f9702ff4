import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenedInvitation } from '../../features/collaborators/invitations/invitation-response.tsx'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleAccount } from '../../tests/samples.ts'
import { InviteIdentity } from './invite-identity.tsx'

const at = '2026-03-01T10:00:00.000Z'
const invitation: OpenedInvitation = {
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
  email: 'former@example.com',
  has_account: false,
  email_changed: true,
}

const begin = (listed: readonly OpenedInvitation[]) => {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount({ email: 'ada@example.com' }) })
  api.answers(listInvitations, { invitations: [...listed], offered_projects: [] })
  return renderPart(
    <InviteIdentity invitation={invitation} secret="inv_secret">
      <p>Answer it</p>
    </InviteIdentity>,
  )
}

test('an account that has another e-mail address since it was invited answers', async () => {
  await begin([invitation])
  await expect.element(page.getByText('Answer it')).toBeVisible()
})

test('another account is asked to switch, and learns what helps after a change of the address', async () => {
  await begin([])
  await expect.element(page.getByText('This invitation is for another account')).toBeVisible()
  await expect.element(page.getByText(/ask for an invitation to the one you have now/)).toBeVisible()
  await expectAccessible()
})

test('without a session it asks to sign in, and offers no account for an address that nobody can get', async () => {
  const { connection } = await begin([])
  connection.forget()
  await expect.element(page.getByText(/has another e-mail address now. Sign in with that/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(page.getByText(/create/i).elements()).toEqual([])
})
