import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

/** Files of the page whose names begin so do not load, as after an upgrade of the server. */
const withhold = (page: Page, name: string) =>
  page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), (route) => route.abort('connectionrefused'))

signedIn('an import of YAML whose reader does not load says what to do', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
  await withhold(page, 'parse-yaml')
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByRole('button', { name: 'Import .env' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import into production' })
  await dialog.getByLabel('Text of the .env, JSON or YAML file').fill('PORT: 8080')
  await expect(dialog.getByRole('alert')).toContainText('The part that reads YAML did not load.')
})
