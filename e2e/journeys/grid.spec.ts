import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { openVariables, rowOf, unlock } from '../on-the-page.ts'
import { picture } from '../pictures.ts'
import { seedProject } from '../seed.ts'

/** A cell by where it stands: the first environment is column 1. */
const cellOf = (page: Page, key: string, column: number) =>
  rowOf(page, key).locator(`[data-column="${column}"]`)

async function edit(page: Page, key: string, column: number, text: string): Promise<void> {
  await cellOf(page, key, column).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(cellOf(page, key, column)).toBeFocused()
}

signedIn(
  'the grid loses nobody’s work, and keeps what was typed while the vault is locked',
  async ({ page, person }) => {
    const { projectId, environments } = await seedProject(person, 'Storefront', {
      development: { GREETING: 'Hello', LEVEL: 'debug' },
      production: { GREETING: 'Hello', LEVEL: 'info', ONLY: '1' },
    })
    const production = environments.production ?? 0
    const variablesOf = async (id = 0) =>
      (await person.client.call(readVariables, { params: { id }, query: {} })).variables
    await openVariables(page, projectId)
    await unlock(page, person)
    await page.getByText('Grid', { exact: true }).click()
    await expect(cellOf(page, 'GREETING', 1)).toContainText('Same as the others')
    await expect(cellOf(page, 'LEVEL', 2)).toContainText('Differs from the others')
    await expect(cellOf(page, 'ONLY', 1)).toContainText('Missing')
    await look(page, 'Variables across environments')

    await edit(page, 'GREETING', 2, 'mine')
    await edit(page, 'LEVEL', 2, 'mine, too')
    await edit(page, 'ONLY', 1, 'one line')
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(/view=grid/)
    await page.getByRole('button', { name: 'Lock vault', exact: true }).click()
    await expect(page.getByText('Your 3 changes are kept')).toBeVisible()

    // Written while the vault is locked, so that the values are read after it.
    const others = { GREETING: 'theirs', ELSEWHERE: 'theirs' }
    await person.client.call(writeVariables, {
      params: { id: production },
      body: { variables: others, mode: 'merge' },
    })
    await unlock(page, person)
    // The new row moves the button.
    await expect(rowOf(page, 'ELSEWHERE')).toBeVisible()
    await page.getByRole('button', { name: 'Review and save 3' }).click()
    await page.getByRole('button', { name: /^Save to / }).click()
    const conflict = page.getByRole('dialog', { name: `production was saved by ${person.username}` })
    await expect(conflict.getByRole('listitem')).toHaveCount(1)
    await expect(conflict.getByText('theirs', { exact: true })).toBeHidden()
    await conflict.getByRole('button', { name: 'Show their value of GREETING' }).click()
    await expect(conflict.getByText('theirs', { exact: true })).toBeVisible()
    await picture(page, 'Conflict')
    await conflict.getByText('Take theirs').click()
    await conflict.getByRole('button', { name: 'Save my changes' }).click()
    await expect(page.getByLabel('Unsaved changes')).toBeHidden()
    expect(await variablesOf(production)).toEqual({ ...others, LEVEL: 'mine, too', ONLY: '1' })
    expect(await variablesOf(environments.development)).toEqual({
      GREETING: 'Hello',
      LEVEL: 'debug',
      ONLY: 'one line',
    })
  },
)

signedIn('an environment is edited as text, and what was deleted comes back', async ({ page, person }) => {
  const variables = { EMPTY: '', GREETING: 'it\'s "us"', PEM: '-----BEGIN\nline\n-----END' }
  const { projectId, environments } = await seedProject(person, 'Storefront', { production: variables })
  const params = { id: environments.production ?? 0 }
  const variablesNow = async () => (await person.client.call(readVariables, { params, query: {} })).variables
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByText('Text', { exact: true }).click()
  await expect(page.getByText('-----BEGIN')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show text' }).click()
  const text = page.getByLabel('Text of production')
  await text.press('ControlOrMeta+End')
  await page.keyboard.type('# a comment\nnonsense\nADDED=1')
  await look(page, 'Variables as text')
  await expect(page.getByRole('alert')).toContainText('neither KEY=value nor a comment')
  await page.getByRole('button', { name: /^Line \d+$/ }).click()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Review 1 change' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([/ADDED/])
  await page.getByRole('button', { name: /^Save to / }).click()
  await expect(page.getByText('Saved production as version 2')).toBeVisible()
  expect(await variablesNow()).toEqual({ ...variables, ADDED: '1' })

  await page.getByText('Table', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select EMPTY' }).click()
  await page.getByRole('checkbox', { name: 'Select PEM' }).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: /^Delete 3 from / }).click()
  await expect(rowOf(page, 'PEM')).toBeHidden()
  // The text that was saved before can be undone, too.
  const removal = page.getByRole('listitem').filter({ hasText: /3 variables/ })
  await removal.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored 3 variables')).toBeVisible()
  await expect(rowOf(page, 'PEM')).toBeVisible()
  expect(await variablesNow()).toEqual({ ...variables, ADDED: '1' })
})
