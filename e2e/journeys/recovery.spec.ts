import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn('a forgotten master password is replaced with the recovery key', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Unlock vault' }).click()
  const prompt = page.getByRole('dialog', { name: 'Master Password Required' })
  await prompt.getByRole('button', { name: 'Forgotten? Use your recovery key' }).click()
  const give = async (recoveryKey: string) => {
    await prompt.getByLabel('Recovery key').fill(recoveryKey)
    await prompt.getByLabel('New master password', { exact: true }).fill('a new master password')
    await prompt.getByLabel('Confirm new master password').fill('a new master password')
    await prompt.getByRole('button', { name: 'Set master password' }).click()
  }
  const key = person.recoveryKey ?? ''
  const groups = key.split('-')
  await give([...groups.slice(0, -1), groups[0]].join('-'))
  await expect(prompt.getByText('This is not your recovery key.')).toBeVisible()
  await give(key.toLowerCase())

  const sheet = page.getByRole('dialog', { name: 'Keep your recovery key' })
  await expect(sheet.getByText('This key is shown only once.')).toBeVisible()
  const replaced = await sheet.getByRole('listitem').allInnerTexts()
  expect(replaced.join('-')).not.toContain(groups[1])
  const group = Number(/\d+/.exec(await sheet.locator('label').innerText())?.[0])
  await sheet
    .getByLabel(`Group ${group} of your recovery key`)
    .fill(replaced[group - 1]?.replace(/^\d+\s+/, '') ?? '')
  await expect(sheet).toBeHidden()

  await openVariables(page, projectId)
  await unlock(page, person)
  await expect(page.getByRole('alert')).toHaveText('Invalid master password')
  await unlock(page, { masterPassword: 'a new master password' })
  await expect(rowOf(page, 'GREETING')).toBeVisible()
})
