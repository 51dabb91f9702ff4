import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, reveal, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn.use({ ownProcess: true })

signedIn('a killed server comes back with all that it saved', async ({ page, person, server }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { KEPT: 'before' } })
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByRole('button', { name: 'Add Variable' }).click()
  await page.getByLabel('Key', { exact: true }).fill('JUST_SAVED')
  await page.getByLabel('Value').fill('line one\nline "two" $HOME')
  await page.getByRole('button', { name: /^Add to / }).click()
  await expect(page.getByText('Variable created successfully!')).toBeVisible()

  await server.kill()
  await server.startAgain()
  await page.reload()
  await unlock(page, person)
  await expect(await reveal(page, 'KEPT')).toHaveText('before')
  const saved = await reveal(page, 'JUST_SAVED')
  expect(await saved.innerText()).toBe('line one\nline "two" $HOME')
  await expect(page.getByText('before', { exact: true })).toBeHidden()
})
