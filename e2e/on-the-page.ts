// The steps that most journeys take, as people take them: by what stands on the page.

import type { Browser, Locator, Page } from '@playwright/test'
import type { Person } from '../dev/world/sign-up.ts'

export const openVariables = (page: Page, projectId: number) =>
  page.goto(`/project/${projectId}?tab=variables`)

/** Gives the master password where the page asks for it. */
export async function unlock(page: Page, { masterPassword }: Pick<Person, 'masterPassword'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Master password', exact: true }).fill(masterPassword ?? '')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
}

/** Sets a first master password where the page asks for one, and keeps the recovery sheet. */
export async function setUpMasterPassword(page: Page, masterPassword: string): Promise<void> {
  const prompt = page.getByRole('dialog', { name: 'Master Password Required' })
  await prompt.getByLabel('Master password', { exact: true }).fill(masterPassword)
  await prompt.getByRole('button', { name: 'Set master password' }).click()
  await saveSheet(page)
}

/** Types the group that the recovery sheet asks for, which closes it. */
export async function saveSheet(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Keep your recovery key' })
  await sheet.getByText('This key is shown only once.').waitFor()
  const groups = await sheet.getByRole('listitem').allInnerTexts()
  const group = Number(/\d+/.exec(await sheet.locator('label').innerText())?.[0])
  await sheet.getByRole('textbox').fill(groups[group - 1]?.replace(/^\d+\s+/, '') ?? '')
  await sheet.waitFor({ state: 'hidden' })
}

/** A page in another browser, where nobody is signed in. */
export async function openSignedOut(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })
  return await context.newPage()
}

export async function signIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('E-mail or username').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
}

/** Gives the password where a call asks for a proof that is not older than ten minutes. */
export async function confirmWithPassword(page: Page, { password }: Pick<Person, 'password'>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByLabel('Account password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Chooses in the bar of a project. */
export async function chooseEnvironment(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Environment: / }).click()
  await page.getByRole('option', { name: new RegExp(`^${name}\\b`) }).click()
}

/** A tab of a project; small screens have a menu of them. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name })
  const menu = page.getByRole('button', { name: /^Tab: / })
  await tab.or(menu).first().waitFor()
  if (await tab.isVisible()) return tab.click()
  await menu.click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** The row of a variable. */
export const rowOf = (page: Page, key: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: key, exact: true }) })

/** The value a row shows, once it is asked to. */
export async function reveal(page: Page, key: string): Promise<Locator> {
  await page.getByRole('button', { name: `Reveal ${key}`, exact: true }).click()
  return rowOf(page, key).getByRole('status')
}

export const clipboard = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()')

/** Presses and lets go as a hand does: the page is drawn anew in between, and must not have moved away. */
export async function pressSlowly(page: Page, button: Locator): Promise<void> {
  await button.hover()
  await page.mouse.down()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await page.mouse.up()
}
