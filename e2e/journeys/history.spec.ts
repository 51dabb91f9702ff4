import { updateVariable } from '@envhold/contract/variables/variables.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { chooseEnvironment, openVariables, reveal, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn('an old version comes back, and two environments are compared', async ({ page, person }) => {
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    staging: { GREETING: 'Hello, staging', LOG_LEVEL: 'debug', SHARED: 'same' },
    production: { GREETING: 'Hello', API_TOKEN: 'tok_1', SHARED: 'same' },
  })
  await person.client.call(updateVariable, {
    params: { id: environments.production ?? 0, key: 'GREETING' },
    body: { value: 'a mistake' },
  })
  await openVariables(page, projectId)
  await unlock(page, person)
  await chooseEnvironment(page, 'production')
  await expect(await reveal(page, 'GREETING')).toHaveText('a mistake')

  await page.getByRole('button', { name: 'History', exact: true }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  const first = history.getByRole('listitem').filter({ hasText: 'Version 1' })
  await first.getByRole('button', { name: 'Show its variables' }).click()
  await first.getByRole('button', { name: 'Reveal GREETING' }).click()
  await expect(first.getByRole('status')).toHaveText('Hello')
  await first.getByRole('button', { name: 'Restore' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveAccessibleDescription(/of version 1\. The history is kept/)
  await question.getByRole('button', { name: /^Restore in / }).click()
  await expect(page.getByText('Version 1 restored: 1 changed')).toBeVisible()
  await expect(history.getByText('Version 3')).toBeVisible()
  await history.press('Escape')
  await expect(await reveal(page, 'GREETING')).toHaveText('Hello')

  await page.getByRole('button', { name: 'Compare environments' }).click()
  await page.getByLabel('Left environment').selectOption('staging')
  const row = (key: string) => page.getByRole('row').filter({ hasText: key })
  await expect(row('GREETING')).toContainText('Differs')
  await expect(row('LOG_LEVEL')).toContainText('Missing')
  await expect(row('API_TOKEN')).toContainText('Missing')
  await expect(row('SHARED')).toBeHidden()
  await page.getByRole('button', { name: /^Differing/ }).click()
  await expect(row('SHARED')).toContainText('Same')
  await page.getByRole('button', { name: 'Reveal both values of GREETING' }).click()
  await expect(row('GREETING').getByRole('status')).toHaveText(['Hello, staging', 'Hello'])
})
