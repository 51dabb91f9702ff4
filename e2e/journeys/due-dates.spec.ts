import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn('the link of a reminder leads to what is due', async ({ page, person }) => {
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    development: { STRIPE_KEY: 'other' },
    production: { STRIPE_KEY: 'sk_live_1', PORT: '80' },
  })
  const address = `/project/${projectId}?tab=variables&environment=${environments.production}`
  await page.goto(address)
  await unlock(page, person)
  await rowOf(page, 'STRIPE_KEY').hover()
  await page.getByRole('button', { name: 'Edit STRIPE_KEY' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Variable' })
  await expect(
    form.getByText('The owner and the person who set the date get reminders 7 days and 1 day before.'),
  ).toBeVisible()
  const tomorrow = await page.evaluate(
    'new Date(Date.now() - new Date().getTimezoneOffset() * 60_000 + 86_400_000).toISOString().slice(0, 10)',
  )
  await form.getByLabel('Due date').fill(String(tomorrow))
  await form.getByRole('button', { name: 'Save to production' }).click()
  await expect(form).toBeHidden()

  await page.goto(`${address}&only=to-check`)
  await unlock(page, person)
  await expect(rowOf(page, 'STRIPE_KEY')).toBeVisible()
  await expect(rowOf(page, 'STRIPE_KEY').getByText(/^Due /)).toBeVisible()
  await expect(rowOf(page, 'PORT')).toBeHidden()
  await look(page, 'Variables to check')
})
