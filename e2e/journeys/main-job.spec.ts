import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { journey } from '../journey.ts'
import { chooseEnvironment, clipboard, pressSlowly, reveal } from '../on-the-page.ts'
import { newLaptop } from '../run-cli.ts'

const dotenv = `# Storefront, production
NODE_ENV=production
PORT=8080
DATABASE_URL="postgres://store:s3cr3t@db.internal:5432/store?sslmode=require"
export STRIPE_SECRET_KEY='sk_live_51H8xY$not-expanded'
GREETING="Hello, world" # shown on the front page
EMPTY=
PRIVATE_KEY="-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASC
-----END PRIVATE KEY-----"
`
const values = {
  NODE_ENV: 'production',
  PORT: '8080',
  DATABASE_URL: 'postgres://store:s3cr3t@db.internal:5432/store?sslmode=require',
  STRIPE_SECRET_KEY: 'sk_live_51H8xY$not-expanded',
  GREETING: 'Hello, world',
  EMPTY: '',
  PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----',
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Start Free Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create your account' })
  await dialog.getByLabel('E-mail').fill('ada@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('the sign-in password')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Registration successful!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
}

async function createFirstProject(page: Page, name: string): Promise<void> {
  await page.getByLabel('Project name').fill(name)
  await page.getByLabel('Master password', { exact: true }).fill('correct hörse battery staple')
  await page.getByRole('button', { name: 'Create project with 3 environments' }).click()
  const sheet = page.getByRole('dialog', { name: 'Keep your recovery key' })
  await expect(sheet.getByText('This key is shown only once.')).toBeVisible()
  const groups = await sheet.getByRole('listitem').allInnerTexts()
  const field = sheet.getByLabel(/^Group \d+ of your recovery key$/)
  const group = Number(/\d+/.exec((await sheet.locator('label').innerText()) ?? '')?.[0])
  await field.fill('WRONG')
  await expect(sheet.getByText(`This is not group ${group}.`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await field.fill(groups[group - 1]?.replace(/^\d+\s+/, '') ?? '')
  await expect(sheet).toBeHidden()
  await page.getByRole('link', { name: 'Open project' }).click()
}

async function addEnvironment(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Environment' })
  await dialog.getByLabel('Environment name').fill(name)
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name })).toBeVisible()
}

async function importDotenv(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Variables' }).click()
  await chooseEnvironment(page, 'production')
  // What arrives after the paste would make the dialog jump.
  await expect(page.getByText('No variables in this environment yet')).toBeVisible()
  await page.getByRole('button', { name: 'Import .env' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import into production' })
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(dotenv)})`)
  await dialog.getByLabel('Text of the .env, JSON or YAML file').press('ControlOrMeta+v')
  await expect(dialog).toContainText('7 variables read as .env: 7 added, 0 unchanged.')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'DATABASE_URL' })).toContainText('added')
  await dialog.getByRole('button', { name: 'Import 7 changes into production' }).click()
  await expect(page.getByText('Imported 7 variables: 7 added')).toBeVisible()
  await expect(dialog).toBeHidden()
}

async function makeApiKey(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'API Keys' }).click()
  await page.getByRole('button', { name: 'Create API Key' }).click()
  const form = page.getByRole('dialog', { name: 'Create API Key' })
  await form.getByLabel('Name', { exact: true }).fill('Pipeline')
  await expect(form.getByRole('checkbox', { name: 'development' })).toBeChecked()
  await expect(form.getByText(/, in 90 days$/)).toBeVisible()
  await form.getByRole('checkbox', { name: 'All, later ones too' }).check()
  await form.getByRole('button', { name: 'Create API Key' }).click()
  const made = page.getByRole('dialog', { name: /API key created/ })
  await made.getByRole('button', { name: 'Copy key' }).click()
  await expect(page.getByText('API key copied to clipboard')).toBeVisible()
  const key = await clipboard(page)
  await expect(made).toContainText(key)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Pipeline/ })).toBeVisible()
  return key
}

async function makeCliToken(page: Page): Promise<string> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CLI' }).click()
  await page.getByRole('button', { name: 'Generate CLI Token' }).click()
  await expect(page.getByText('CLI token generated successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Copy token' }).click()
  await expect(page.getByText('Token copied to clipboard!')).toBeVisible()
  return clipboard(page)
}

journey('the main job: from signing up to a pipeline and a laptop', async ({ page, server }) => {
  await signUp(page)
  await createFirstProject(page, 'Storefront')
  await expect(page.getByRole('heading', { name: 'Storefront' })).toBeVisible()
  const projectId = /\d+(?=\?|$)/.exec(page.url())?.[0]
  await page.getByRole('tab', { name: 'Environments' }).click()
  await addEnvironment(page, 'qa')
  await importDotenv(page)

  await expect(await reveal(page, 'DATABASE_URL')).toHaveText(values.DATABASE_URL)
  await pressSlowly(page, page.getByRole('button', { name: 'Copy STRIPE_SECRET_KEY' }))
  await expect(page.getByRole('button', { name: 'Copied STRIPE_SECRET_KEY' })).toBeVisible()
  expect(await clipboard(page)).toBe(values.STRIPE_SECRET_KEY)
  await expect(page.getByText(values.STRIPE_SECRET_KEY)).toHaveCount(0)

  const key = await makeApiKey(page)
  const address = `${server.url}/api/v1/inject/${projectId}/production`
  const injected = await fetch(`${address}?format=json`, { headers: { 'x-api-key': key } })
  expect(injected.status).toBe(200)
  expect(await injected.json()).toEqual(values)
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  const refused = await fetch(address, { headers: { 'x-api-key': wrong } })
  expect(refused.status).toBe(401)

  const token = await makeCliToken(page)
  const laptop = await newLaptop()
  try {
    await laptop.logIn(server.url, token)
    const where = ['--project', 'Storefront', '--env', 'production']
    await laptop.envhold('pull', ...where, '--yes')
    expect(await readFile(join(laptop.folder, '.env'), 'utf8')).toContain('GREETING=')
    const printed = await laptop.envhold(
      'run',
      ...where,
      '--',
      process.execPath,
      '-p',
      'process.env.PRIVATE_KEY',
    )
    expect(printed).toBe(`${values.PRIVATE_KEY}\n`)
  } finally {
    await laptop.remove()
  }

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  // The browser stays known, so that strangers' guesses never keep its people out.
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['device-tokens'])
})
