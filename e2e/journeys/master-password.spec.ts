import { validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn('a wrong master password opens nothing, and too many lock the vault', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  await openVariables(page, projectId)
  await expect(page.getByText('Master password required to view variables')).toBeVisible()
  await unlock(page, { masterPassword: 'not this one' })
  await expect(page.getByRole('alert')).toHaveText('Invalid master password')
  await expect(rowOf(page, 'GREETING')).toBeHidden()
  await unlock(page, person)
  await expect(rowOf(page, 'GREETING')).toBeVisible()

  await page.getByRole('button', { name: 'Lock vault' }).click()
  await expect(rowOf(page, 'GREETING')).toBeHidden()
  for (let attempt = 0; attempt < 10; attempt++)
    await person.client
      .call(validateMasterPassword, { body: { masterPassword: `guess ${attempt}` } })
      .catch(() => {})
  await unlock(page, { masterPassword: 'one guess more' })
  await expect(
    page.getByText(/Too many wrong attempts in this session; .*\. Try again in \d+ minutes\./),
  ).toBeVisible()
  await expect(rowOf(page, 'GREETING')).toBeHidden()
})
