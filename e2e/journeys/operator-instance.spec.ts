import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { picture } from '../pictures.ts'

signedIn('an operator sees that all is good, and downloads the diagnostics', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByText('Instance health:')).toBeVisible()
  await page.getByRole('link', { name: 'View Health' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Nodes' }).getByText('Running')).toBeVisible()
  await look(page, 'Health')
  await page.getByRole('table', { name: 'Nodes' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByText('Node.js')).toBeVisible()
  await picture(page, 'Drawer of a node')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Diagnostics' }).click()
  await expect(page.getByText('What is in it')).toBeVisible()
  await picture(page, 'Dialog of Diagnostics')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await (await downloading).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 1, health: { node: 'node 1' } })
})
