import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { OfferedProjects } from './offered-projects.tsx'

const offered = (project_id: number, project_name: string) => ({
  project_id,
  project_name,
  from_username: 'grace',
  expires_at: '2026-03-08T10:00:00.000Z',
})

test('the project that is offered first is named, and the others are counted', async () => {
  const offers = [offered(7, 'Storefront'), offered(8, 'Billing')]
  fakeApi().answers(listInvitations, { invitations: [], offered_projects: offers })
  await renderPart(<OfferedProjects />)
  await expect.element(page.getByText('You can become the owner of Storefront')).toBeVisible()
  await expect.element(page.getByText(/Another project is offered to you/)).toBeVisible()
  const link = page.getByRole('link', { name: 'View offer' })
  await expect.element(link).toHaveAttribute('href', '/project/7?tab=collaborators')
  await expectAccessible()
})

test('without an offer nothing shows', async () => {
  const api = fakeApi()
  api.answers(listInvitations, { invitations: [], offered_projects: [] })
  await renderPart(<OfferedProjects />)
  await expect.poll(() => api.sent(listInvitations)).toHaveLength(1)
  expect(page.getByRole('link').elements()).toEqual([])
})
