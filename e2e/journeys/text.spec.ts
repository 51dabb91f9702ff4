import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { look } from '../judge-page.ts'
import { openVariables, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

const openText = async (page: Page) => {
  await page.getByText('Text', { exact: true }).click()
  await page.getByRole('button', { name: 'Show text' }).click()
  return page.getByLabel('Text of production')
}

signedIn('notes are written, changed and removed in the text of an environment', async ({ page, person }) => {
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    production: { HOST: 'shop.example', PORT: '80' },
  })
  const params = { id: environments.production ?? 0 }
  await person.client.call(writeVariables, {
    params,
    body: {
      variables: {},
      mode: 'merge',
      details: { HOST: { note: 'Of the shop', due: '2031-01-31' }, PORT: { note: 'Behind the proxy' } },
    },
  })
  const details = async () => (await person.client.call(readVariables, { params, query: {} })).details
  await openVariables(page, projectId)
  await unlock(page, person)
  const text = await openText(page)
  await expect(text).toHaveValue('# Of the shop\nHOST=shop.example\n# Behind the proxy\nPORT=80\n')
  await text.fill('# Of the new shop\nHOST=shop.example\nPORT=80\n# Of Stripe\nTOKEN=abc\n')

  // What was typed stays while the vault is locked.
  await page.getByRole('button', { name: 'Lock vault', exact: true }).click()
  await unlock(page, person)
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(text).toHaveValue(/^# Of the new shop\n/)
  await look(page, 'Notes in a text')
  await page.getByRole('button', { name: 'Review 3 changes' }).click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('listitem')).toHaveText([
    /TOKEN.*Of Stripe.*added/,
    /HOST.*Of the new shop.*note changed/,
    /PORT.*Its note is removed.*note changed/,
  ])
  await review.getByRole('button', { name: /^Save to / }).click()
  // Nothing is replaced, so the protected environment asks for nothing.
  await expect(page.getByText('Saved production as version 3')).toBeVisible()
  expect(await details()).toEqual({
    HOST: { note: 'Of the new shop', due: '2031-01-31' },
    TOKEN: { note: 'Of Stripe', due: null },
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored production')).toBeVisible()
  expect(await details()).toEqual({
    HOST: { note: 'Of the shop', due: '2031-01-31' },
    PORT: { note: 'Behind the proxy', due: null },
  })
})

signedIn('2,000 variables with notes are edited as text', async ({ page, person }) => {
  const keys = Array.from({ length: 1_999 }, (_, index) => `VARIABLE_${index}`)
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    production: Object.fromEntries(keys.map((key) => [key, `the value of ${key}`])),
  })
  await person.client.call(writeVariables, {
    params: { id: environments.production ?? 0 },
    body: {
      variables: {},
      mode: 'merge',
      details: Object.fromEntries(
        keys.map((key) => [key, { note: `What ${key} is for, and who issued it` }]),
      ),
    },
  })
  await openVariables(page, projectId)
  await unlock(page, person)
  const text = await openText(page)
  await text.press('ControlOrMeta+End')
  await page.keyboard.type('# Typed\nTYPED=1')
  await expect(page.getByRole('button', { name: 'Review 1 change' })).toBeEnabled()
})
