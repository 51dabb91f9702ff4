import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { expect } from '@playwright/test'
import { hour } from '../../dev/lifecycle/moved-server.ts'
import { signUp } from '../../dev/world/sign-up.ts'
import { linkMailedBy, onMovedClock } from '../on-moved-clock.ts'
import { confirmWithPassword, reveal, saveSheet } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

onMovedClock(
  'an invitation asks for the password of who signed in hours ago',
  async ({ page, moved, person }) => {
    const { projectId, environments } = await seedProject(person, 'Storefront', { staging: { STAGE: 'one' } })
    const grace = await signUp(moved.url, { email: 'grace@example.com', masterPassword: null })
    const body = { email: grace.email, role: 'read' as const, environments: [environments.staging ?? 0] }
    await person.client.call(inviteCollaborator, { params: { id: projectId }, body })
    const link = await linkMailedBy(moved, 'invitation')
    await moved.pass(hour)

    await page.goto('/privacy')
    await page.evaluate(
      ([token, username]) => {
        localStorage.setItem('token', token ?? '')
        localStorage.setItem('username', username ?? '')
      },
      [grace.token, grace.username],
    )
    await page.goto(link)
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    const prompt = page.getByRole('dialog', { name: 'Master Password Required' })
    await prompt.getByLabel('Master password', { exact: true }).fill('correct hörse battery staple')
    await prompt.getByRole('button', { name: 'Set master password' }).click()
    await confirmWithPassword(page, grace)
    await saveSheet(page)
    await expect(page).toHaveURL(`/project/${projectId}?tab=variables`)
    await expect(await reveal(page, 'STAGE')).toHaveText('one')
  },
)
