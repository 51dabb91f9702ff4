import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect, type Page, test } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

const bytes = { CR: 'a\rb', CRLF: 'a\r\nb\r\n', NEWLINE: 'a\n', SPACES: 'end  ' }

const keys = Object.keys(bytes)

const form = (page: Page) => page.getByRole('dialog', { name: /Variable$/ })

signedIn('no door changes a byte of a value that nobody edited', async ({ page, person }) => {
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    production: { ...bytes, LEVEL: 'info' },
    staging: {},
  })
  const read = (id = environments.production ?? 0) =>
    person.client.call(readVariables, { params: { id }, query: {} })
  const variablesOf = async (id?: number) => (await read(id)).variables
  await openVariables(page, projectId)
  await unlock(page, person)

  await test.step('the form, saving a note', async () => {
    for (const key of keys) {
      await page.getByRole('button', { name: `Edit ${key}`, exact: true }).click()
      await form(page).getByLabel('Value', { exact: true }).press('End')
      await form(page).getByLabel('Note').fill(`Note of ${key}`)
      await form(page).getByRole('button', { name: 'Save to production' }).click()
      await expect(form(page)).toBeHidden()
    }
    expect(await variablesOf()).toEqual({ ...bytes, LEVEL: 'info' })
    expect(Object.keys((await read()).details).sort()).toEqual(keys)
  })

  await test.step('the grid, saving another key after a look into each cell', async () => {
    await page.getByText('Grid', { exact: true }).click()
    const cell = (key: string) => rowOf(page, key).locator('[data-column="1"]')
    for (const key of keys) {
      await cell(key).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('End')
      await page.keyboard.type('x')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Enter')
      await expect(cell(key)).toBeFocused()
    }
    await expect(page.getByLabel('Unsaved changes')).toBeHidden()
    await cell('LEVEL').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('debug')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Review and save 1' }).click()
    await page.getByRole('button', { name: /^Save to / }).click()
    await expect(page.getByLabel('Unsaved changes')).toBeHidden()
    expect(await variablesOf()).toEqual({ ...bytes, LEVEL: 'debug' })
  })

  await test.step('the text, saving another key', async () => {
    await page.getByText('Text', { exact: true }).click()
    await page.getByRole('button', { name: 'Show text' }).click()
    const text = page.getByLabel('Text of production')
    await expect(page.getByText('CR, CRLF are left out')).toBeVisible()
    await text.press('ControlOrMeta+End')
    await page.keyboard.type('ADDED=1')
    await page.getByRole('button', { name: 'Review 1 change' }).click()
    await page.getByRole('button', { name: /^Save to / }).click()
    await expect(page.getByText(/^Saved production as version/)).toBeVisible()
    expect(await variablesOf()).toEqual({ ...bytes, LEVEL: 'debug', ADDED: '1' })
  })

  await test.step('a copy to another environment', async () => {
    await page.getByText('Table', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select CR', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select SPACES' }).click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Copy to…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Copy / })
    await dialog.getByRole('button', { name: 'Copy to staging' }).click()
    await expect(page.getByText(/^Copied .* to staging$/)).toBeVisible()
    expect(await variablesOf(environments.staging)).toMatchObject(bytes)
  })
})

signedIn(
  'a file becomes a value byte for byte, and comes back as the same file',
  async ({ page, person }) => {
    const key = '-----BEGIN KEY-----\r\nabc\r\n-----END KEY-----\r\n'
    const { projectId, environments } = await seedProject(person, 'Storefront', {
      production: { LEVEL: '1' },
    })
    await openVariables(page, projectId)
    await unlock(page, person)
    await page.getByRole('button', { name: 'Add variable' }).click()
    await form(page).getByLabel('Key', { exact: true }).fill('TLS_KEY')
    await form(page)
      .getByLabel('Text file')
      .setInputFiles({ name: 'key.pem', mimeType: 'text/plain', buffer: Buffer.from(key) })
    await expect(form(page).getByText('From key.pem, stored byte for byte.')).toBeVisible()
    await form(page).getByRole('button', { name: 'Add to production' }).click()
    await expect(form(page)).toBeHidden()
    const { variables } = await person.client.call(readVariables, {
      params: { id: environments.production ?? 0 },
      query: {},
    })
    expect(variables.TLS_KEY).toBe(key)

    await page.getByRole('button', { name: 'Reveal TLS_KEY', exact: true }).click()
    const value = rowOf(page, 'TLS_KEY').getByRole('status')
    await expect(value.getByRole('img', { name: '1 carriage return' })).toHaveCount(3)
    await expect(value.getByRole('img', { name: '1 last newline' })).toBeVisible()
    await page.getByRole('button', { name: 'Copy TLS_KEY', exact: true }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(key)

    await page.getByRole('button', { name: 'Edit TLS_KEY', exact: true }).click()
    const download = page.waitForEvent('download')
    await form(page).getByRole('button', { name: 'Download value' }).click()
    const stream = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toBe(key)
  },
)
