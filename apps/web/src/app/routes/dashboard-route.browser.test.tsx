import { readCompliance } from '@envhold/contract/archive/compliance.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { listInvitations, type PendingInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { listProjects, type Project } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { InvitationsNotice } from '../../features/collaborators/invitations/invitations-notice.tsx'
import { OfferedProjects } from '../../features/collaborators/transfer/offered-projects.tsx'
import { DashboardPage } from '../../features/projects/dashboard-page.tsx'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleProject, sampleSubscriptionStatus } from '../../tests/samples.ts'
import { useFirstRun } from './dashboard-route.tsx'

const invitation: PendingInvitation = {
  id: 5,
  token: 'a1B2c3D4e5F6g7H8i9J0k1',
  project_name: 'Website',
  invited_by_username: 'grace',
  role: 'read',
  environment_count: 1,
  environments: [{ name: 'production', color: null, protected: true }],
  invited_at: '2026-03-01T10:00:00.000Z',
  expires_at: '2026-03-08T10:00:00.000Z',
  needs_link: false,
}

function Dashboard() {
  const firstRun = useFirstRun()
  return <DashboardPage createRequested={false} onCreateStarted={() => {}} firstRun={firstRun} />
}

async function show(projects: Project[], invitations: PendingInvitation[] = []) {
  const api = fakeApi()
  api.answers(listProjects, { projects })
  api.answers(listInvitations, { invitations, offered_projects: [] })
  api.answers(readMasterPasswordStatus, { hasMasterPassword: false })
  api.rejects(readCompliance, 'NOT_FOUND')
  api.answers(readSubscriptionStatus, sampleSubscriptionStatus())
  const { connection } = await renderPart(<Dashboard />, { locked: true })
  return { api, connection }
}
const form = () => page.getByRole('region', { name: 'Create your first project' })
const nameField = () => page.getByLabelText('Project name')
const tab = (name: RegExp) => page.getByRole('tab', { name })

test('an account without projects gets the form, and keeps what it typed in the other tab', async () => {
  await show([])
  await expect.element(form()).toBeVisible()
  await expect.element(page.getByText('No owned projects yet')).toBeVisible()
  await expect.element(page.getByText('First-time setup: set your master password')).toBeVisible()
  expect(page.getByRole('button', { name: 'Set master password' }).elements()).toHaveLength(0)
  await expect.element(page.getByRole('button', { name: 'New Project' })).toBeVisible()
  await expectAccessible()
  await nameField().fill('Storefront')
  await tab(/^Shared with Me/).click()
  await expect.element(page.getByText('No shared projects')).toBeVisible()
  await expect.element(form()).not.toBeInTheDocument()
  await tab(/^Owned Projects/).click()
  await expect.element(nameField()).toHaveValue('Storefront')
})

test('who is invited sees the invitation first, and no form', async () => {
  await show([], [invitation])
  await expect.element(page.getByText('No owned projects yet')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Set master password' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create your first project' })).toBeVisible()
  expect(nameField().elements()).toHaveLength(0)
})

test('who shares a project sees it first, and no form', async () => {
  await show([sampleProject({ id: 9, name: 'Website', user_role: 'read' })])
  await expect.element(tab(/^Shared with Me \(1\)/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('link', { name: 'Website' })).toBeVisible()
  await tab(/^Owned Projects/).click()
  await expect.element(page.getByText('No owned projects yet')).toBeVisible()
  expect(nameField().elements()).toHaveLength(0)
})

test('what is typed stays when a project or an invitation arrives meanwhile', async () => {
  const { api, connection } = await show([])
  await nameField().fill('Storefront')
  api.answers(listProjects, { projects: [sampleProject({ id: 9, name: 'Website' })] })
  api.answers(listInvitations, { invitations: [invitation], offered_projects: [] })
  await connection.queries.invalidateQueries()
  await expect.element(tab(/^Owned Projects \(1\)/)).toBeVisible()
  await expect.element(nameField()).toHaveValue('Storefront')
  await nameField().fill('')
  await expect.element(page.getByRole('link', { name: 'Website' })).toBeVisible()
  expect(nameField().elements()).toHaveLength(0)
})

test('an invitation does not say that one can become the owner', async () => {
  const api = fakeApi()
  api.answers(listProjects, { projects: [] })
  api.answers(listInvitations, { invitations: [invitation], offered_projects: [] })
  await renderPart(
    <>
      <InvitationsNotice onJoined={() => {}} />
      <OfferedProjects />
    </>,
  )
  await expect.element(page.getByText('grace invites you to Website')).toBeVisible()
  expect(page.getByText(/become the owner/).elements()).toHaveLength(0)
})
