import { logout } from '@envhold/contract/accounts/accounts.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, reveal, signIn, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn('a session that ends while somebody types takes nothing of it away', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByRole('button', { name: 'Edit GREETING' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Variable' })
  await form.getByLabel('Value').fill('typed before the session ended')
  await person.client.call(logout, {})
  // A call in the background may hear first that the session has ended.
  const expired = page.getByRole('dialog', { name: 'Sign in' })
  await expect(async () => {
    if (await expired.isHidden())
      await form.getByRole('button', { name: /^Save to / }).click({ timeout: 1_000 })
    await expect(expired).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await signIn(page, person)
  await expect(page).toHaveURL(new RegExp(`/project/${projectId}`))
  await expect(form.getByLabel('Value')).toHaveValue('typed before the session ended')
  await form.getByRole('button', { name: /^Save to / }).click()
  await unlock(page, person)
  await expect(page.getByText('Variable updated')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored production')).toBeVisible()
  await expect(await reveal(page, 'GREETING')).toHaveText('Hello')
})
