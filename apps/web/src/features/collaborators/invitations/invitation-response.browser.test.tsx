import { openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { type OpenedInvitation, useOpenedInvitation } from './invitation-response.tsx'

const at = '2026-03-01T10:00:00.000Z'
const invitationTo = (project_name: string): OpenedInvitation => ({
  id: 1,
  token: 'a'.repeat(22),
  project_name,
  invited_by_username: 'grace',
  role: 'write',
  environment_count: 1,
  environments: [{ name: 'production', color: null, protected: true }],
  invited_at: at,
  expires_at: at,
  needs_link: false,
  email: 'ada@example.com',
  has_account: true,
  email_changed: false,
})

const Project = ({ secret }: { secret: string }) => (
  <p>{useOpenedInvitation(secret).invitation?.project_name}</p>
)

test('a second link that is opened in the same tab shows its own invitation', async () => {
  const api = fakeApi()
  api.answers(openInvitation, ({ body }) => ({
    invitation: invitationTo((body as { secret: string }).secret === 'inv_a' ? 'Warehouse' : 'Storefront'),
  }))
  await renderPart(() => {
    const [secret, setSecret] = useState('inv_a')
    return (
      <>
        <Project key={secret} secret={secret} />
        <button type="button" onClick={() => setSecret('inv_b')}>
          Second link
        </button>
      </>
    )
  })
  await expect.element(page.getByText('Warehouse')).toBeVisible()
  await page.getByRole('button', { name: 'Second link' }).click()
  await expect.element(page.getByText('Storefront')).toBeVisible()
})
