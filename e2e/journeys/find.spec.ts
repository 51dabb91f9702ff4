import { updateEnvironment } from '@envhold/contract/environments/environments.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { rowOf, unlock } from '../on-the-page.ts'
import { picture } from '../pictures.ts'
import { seedProject } from '../seed.ts'

const secret = 'SG.not-a-real-key.of-the-account-shop-mail.2026'
const names = [
  'Admin',
  'Auth service',
  'Billing worker',
  'Blog',
  'Checkout',
  'Docs',
  'Mobile API',
  'Newsletter',
]

signedIn('a variable is found in all projects, and rotated where its value is', async ({ page, person }) => {
  const { client } = person
  const shop = await seedProject(person, 'Storefront', {
    production: { SENDGRID_API_KEY: secret, SENDGRID_FROM: 'shop@example.com', PORT: '443' },
    staging: { SENDGRID_API_KEY: 'SG.not-a-real-key.of-staging.2026', PORT: '8080' },
  })
  const others = new Map<string, number>()
  for (const name of names) {
    const { environments } = await seedProject(person, name, {
      production: { SENDGRID_API_KEY: secret, LOG_LEVEL: 'info' },
      staging: { SENDGRID_FROM: 'shop@example.com' },
    })
    others.set(name, environments.production ?? 0)
  }
  for (const id of [shop.environments.production ?? 0, ...others.values()])
    await client.call(updateEnvironment, { params: { id }, body: { protected: true } })

  // The dashboard's filter, while the vault is locked.
  await page.goto('/dashboard')
  await expect(page.getByRole('row', { name: /^Storefront/ })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('sendgrid')
  await expect(page.getByRole('region', { name: 'Variables' })).toContainText('18 in 9 projects')
  await look(page, 'Dashboard')

  // The command menu, on the project's page.
  await page.goto(`/project/${shop.projectId}?tab=variables&environment=${shop.environments.production}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Storefront')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.locator(':focus')).toHaveRole('combobox')
  await page.keyboard.type('SENDGIRD')
  await expect(page.getByText('The closest name is SENDGRID.')).toBeVisible()
  await picture(page, 'Nothing found')
  await page.getByRole('button', { name: 'SENDGRID' }).click()
  await expect(page.getByText('18 in 9 projects')).toBeVisible()
  const first = page.getByRole('option').first()
  await expect(first).toContainText('SENDGRID_API_KEYStorefront')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await picture(page, 'Names')
  await page.getByRole('combobox').press('Enter')
  await unlock(page, person)
  await expect(page).toHaveURL(/find=SENDGRID_API_KEY/)

  // The same value in other projects.
  const row = rowOf(page, 'SENDGRID_API_KEY')
  await row.getByRole('button', { name: 'Reveal SENDGRID_API_KEY' }).click()
  await expect(row.getByRole('button', { name: 'Same elsewhere?' })).toBeVisible()
  await picture(page, 'Revealed')
  await row.getByRole('button', { name: 'Same elsewhere?' }).click()
  const panel = page.getByRole('dialog', { name: 'Same value in 8 other projects' })
  await expect(panel).toContainText('8 projects, 8 environments')
  await picture(page, 'Same value')
  await panel.getByRole('checkbox', { name: /^Blog/ }).uncheck()
  await panel.getByRole('button', { name: 'Rotate there too…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate SENDGRID_API_KEY' })
  await dialog.getByLabel('New value').fill('SG.the-next-key')
  await picture(page, 'New value')
  await dialog.getByRole('button', { name: 'Review 8 environments' }).click()
  await picture(page, 'Review')
  await dialog.getByRole('button', { name: 'Rotate in 8 environments' }).click()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  await picture(page, 'Rotated')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const valueIn = async (id: number) =>
    (await client.call(readVariables, { params: { id } })).variables.SENDGRID_API_KEY
  expect(await valueIn(shop.environments.production ?? 0)).toBe('SG.the-next-key')
  expect(await valueIn(others.get('Checkout') ?? 0)).toBe('SG.the-next-key')
  expect(await valueIn(others.get('Blog') ?? 0)).toBe(secret)

  // A value from outside.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.locator(':focus')).toHaveRole('combobox')
  await page.keyboard.type('find a value')
  await page.keyboard.press('Enter')
  const search = page.getByRole('dialog', { name: 'Find a value' })
  await search.getByLabel('Value').fill(secret)
  await search.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(search).toContainText('1 variable in 1 project.')
  await picture(page, 'Found value')
})
