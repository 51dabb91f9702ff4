import { inviteCollaborator, listCollaborators } from '@envhold/contract/collaborators/collaborators.ts'
import { expect } from '@playwright/test'
import { seedProject } from '../../dev/world/seed-project.ts'
import { signedIn } from '../journey.ts'
import { picture } from '../pictures.ts'

signedIn('the owner edits an invitation that is pending', async ({ page, person }) => {
  const { project, environments } = await seedProject(person, 'development', 'production')
  const [development = 0, production = 0] = environments.map(({ id }) => id)
  const params = { id: project.id }
  const body = { email: 'grace@example.com', role: 'read' as const, environments: [development] }
  await person.client.call(inviteCollaborator, { params, body })

  await page.goto(`/project/${project.id}?tab=collaborators`)
  await page.getByRole('button', { name: 'Edit invitation of grace@example.com' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Invitation' })
  await dialog.getByText('production').click()
  await dialog.getByText('Write', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save invitation' }).click()
  const prompt = page.getByRole('dialog', { name: 'Master Password Required' })
  await prompt.getByLabel('Master password', { exact: true }).fill(person.masterPassword ?? '')
  await prompt.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('Invitation updated')).toBeVisible()
  const { collaborators } = await person.client.call(listCollaborators, { params })
  expect(collaborators).toMatchObject([
    { status: 'pending', role: 'write', shared_environments: [development, production] },
  ])
})

signedIn.describe('without a mail server', () => {
  signedIn.use({ settings: { SMTP_URL: '' } })

  signedIn(
    'no page promises a mail, and newcomers see why invitations are missing',
    async ({ page, person }) => {
      await page.goto('/dashboard')
      expect(person.masterPassword).toBeDefined()
      await page.getByRole('tab', { name: /^Shared with Me/ }).click()
      await expect(page.getByText('ask the person who invites you for the link')).toBeVisible()
      await picture(page, 'No invitations')
      await expect(page.getByText('Open the link that was mailed')).toHaveCount(0)
      await page.goto('/account')
      await expect(page.getByText('This server sends no mail, so it cannot verify addresses.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Send link again' })).toHaveCount(0)
    },
  )
})
