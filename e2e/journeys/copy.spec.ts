import { updateEnvironment } from '@envhold/contract/environments/environments.ts'
import { readVariables, updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { chooseEnvironment, openVariables, reveal, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn('variables are copied and moved to other environments, and come back', async ({ page, person }) => {
  const first = { NEW: '1', OTHER: 'ours', SAME: 'same', STAYS: 'x' }
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    development: first,
    staging: { OTHER: 'theirs', SAME: 'same' },
    production: { OTHER: 'live' },
  })
  const idOf = (name: string) => environments[name] ?? 0
  const variablesOf = async (name: string) =>
    (await person.client.call(readVariables, { params: { id: idOf(name) }, query: {} })).variables
  await person.client.call(writeVariables, {
    params: { id: idOf('development') },
    body: { variables: {}, mode: 'merge', details: { NEW: { note: 'Ask Grace', due: '2031-01-31' } } },
  })
  await person.client.call(updateEnvironment, {
    params: { id: idOf('production') },
    body: { protected: true },
  })
  await openVariables(page, projectId)
  await unlock(page, person)
  await chooseEnvironment(page, 'development')
  await page.getByRole('checkbox', { name: 'Select NEW' }).click()
  await page.getByRole('checkbox', { name: 'Select SAME' }).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Copy to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy 3 variables' })
  await dialog.getByRole('checkbox', { name: /^staging/ }).click()
  await dialog.getByRole('checkbox', { name: /^production/ }).click()
  await expect(dialog.getByText('1 new, 1 with another value or note, 1 equal')).toBeVisible()
  await expect(dialog.getByText('2 new, 1 with another value or note')).toBeVisible()
  await dialog.getByText('Replace it').click()
  await dialog.getByRole('button', { name: 'Copy to staging and production' }).click()
  await expect(page.getByText('Copied 3 variables to staging and production')).toBeVisible()
  expect(await variablesOf('staging')).toEqual({ NEW: '1', OTHER: 'ours', SAME: 'same' })
  expect(await variablesOf('production')).toEqual({ NEW: '1', OTHER: 'ours', SAME: 'same' })
  const params = { id: idOf('staging') }
  const { details } = await person.client.call(readVariables, { params, query: {} })
  expect(details).toEqual({ NEW: { note: 'Ask Grace', due: null } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored everything')).toBeVisible()
  expect(await variablesOf('staging')).toEqual({ OTHER: 'theirs', SAME: 'same' })
  expect(await variablesOf('production')).toEqual({ OTHER: 'live' })

  await page.getByRole('button', { name: 'Clear selection' }).click()
  await rowOf(page, 'OTHER').hover()
  await page.getByRole('button', { name: 'More for OTHER' }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const move = page.getByRole('dialog', { name: 'Move OTHER' })
  await move.getByRole('checkbox', { name: /^staging/ }).click()
  await expect(move.getByText('Nothing is deleted from development.')).toBeVisible()
  await move.getByText('Replace it').click()
  await move.getByRole('button', { name: 'Move to staging' }).click()
  await expect(page.getByText('Moved 1 variable to staging')).toBeVisible()
  await expect(rowOf(page, 'OTHER')).toBeHidden()
  expect(await variablesOf('development')).toEqual({ NEW: '1', SAME: 'same', STAYS: 'x' })
  expect(await variablesOf('staging')).toEqual({ OTHER: 'ours', SAME: 'same' })
})

signedIn('one variable has a history, and one old value comes back alone', async ({ page, person }) => {
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    production: { GREETING: 'Hello', OTHER: '1' },
  })
  const params = { id: environments.production ?? 0 }
  await person.client.call(updateVariable, {
    params: { ...params, key: 'GREETING' },
    body: { value: 'a mistake' },
  })
  await person.client.call(updateVariable, { params: { ...params, key: 'OTHER' }, body: { value: '2' } })
  await openVariables(page, projectId)
  await unlock(page, person)
  await expect(rowOf(page, 'GREETING')).toBeFocused()
  await page.keyboard.press('h')
  const history = page.getByRole('dialog', { name: 'History of GREETING' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await history.getByRole('button', { name: 'Reveal GREETING in version 1' }).click()
  await expect(history.getByRole('status')).toHaveText('Hello')
  await history.getByRole('button', { name: 'Restore this value of version 1' }).click()
  await page.getByRole('button', { name: 'Restore in production' }).click()
  await expect(page.getByText('GREETING restored from version 1')).toBeVisible()
  await expect(history).toBeHidden()
  await expect(await reveal(page, 'GREETING')).toHaveText('Hello')
  await expect(await reveal(page, 'OTHER')).toHaveText('2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored GREETING')).toBeVisible()
  await expect(await reveal(page, 'GREETING')).toHaveText('a mistake')
})
