import { logout } from '@envhold/contract/accounts/accounts.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, reveal, rowOf, signIn, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn(
  'of two tabs that save, the second hears of the first and loses nothing',
  async ({ context, person }) => {
    const { projectId } = await seedProject(person, 'Storefront', {
      production: { GREETING: 'Hello', OTHER: '1' },
    })
    const tabs = [await context.newPage(), await context.newPage()] as const
    const [first, second] = tabs
    await openVariables(first, projectId)
    await unlock(first, person)
    await expect(rowOf(first, 'GREETING')).toBeVisible()
    await openVariables(second, projectId)
    await second.getByRole('button', { name: 'Edit GREETING' }).click()
    const form = second.getByRole('dialog', { name: 'Edit Variable' })
    await form.getByLabel('Value').fill('from the second tab')

    await first.getByRole('button', { name: 'Edit OTHER' }).click()
    await first.getByLabel('Value').fill('from the first tab')
    await first.getByRole('button', { name: /^Save to / }).click()
    await expect(first.getByText('Variable updated')).toBeVisible()

    await form.getByRole('button', { name: /^Save to / }).click()
    await expect(form.getByText(`Since you loaded it, ${person.username} changed OTHER.`)).toBeVisible()
    await expect(form.getByLabel('Value')).toHaveValue('from the second tab')
    await form.getByRole('button', { name: /^Save to / }).click()
    await expect(form).toBeHidden()
    await expect(await reveal(second, 'GREETING')).toHaveText('from the second tab')
    await expect(await reveal(second, 'OTHER')).toHaveText('from the first tab')
  },
)

signedIn('a new tab has the vault open, and all tabs lock together', async ({ context, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openVariables(first, projectId)
  await unlock(first, person)
  await expect(await reveal(first, 'GREETING')).toHaveText('Hello')

  await openVariables(second, projectId)
  await expect(await reveal(second, 'GREETING')).toHaveText('Hello')
  // Nothing but memory: with the other tab closed, a reload forgets it.
  const stored = await second.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  expect(stored).toContain(person.token)
  expect(stored).not.toContain(person.masterPassword)

  await second.getByRole('button', { name: 'Lock vault' }).click()
  for (const tab of [first, second])
    await expect(tab.getByRole('textbox', { name: 'Master password', exact: true })).toBeVisible()
  await first.reload()
  await expect(first.getByRole('textbox', { name: 'Master password', exact: true })).toBeVisible()

  await unlock(second, person)
  await expect(await reveal(second, 'GREETING')).toHaveText('Hello')
  await first.close()
  await second.reload()
  await expect(second.getByRole('textbox', { name: 'Master password', exact: true })).toBeVisible()
})

const expiredOn = (tab: Page) => tab.getByRole('dialog', { name: 'Sign in' })

/** A call in the background may hear first that the session has ended. */
const untilExpired = (tab: Page, action: Locator) =>
  expect(async () => {
    if (await expiredOn(tab).isHidden()) await action.click({ timeout: 1_000 })
    await expect(expiredOn(tab)).toBeVisible({ timeout: 1_000 })
  }).toPass()

signedIn(
  'a sign-in after the session has ended, and another username, leave the other tab as it was',
  async ({ context, person }) => {
    const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
    const [first, second] = [await context.newPage(), await context.newPage()]
    await openVariables(second, projectId)
    await unlock(second, person)
    await second.getByRole('button', { name: 'Edit GREETING' }).click()
    const form = second.getByRole('dialog', { name: 'Edit Variable' })
    await form.getByLabel('Value').fill('typed in the second tab')
    await first.goto('/account')
    await expect(first.getByRole('button', { name: 'Change name' })).toBeVisible()

    await person.client.call(logout, {})
    await untilExpired(second, form.getByRole('button', { name: /^Save to / }))
    await untilExpired(first, first.getByRole('link', { name: 'Security' }))
    await signIn(first, person)
    await expect(expiredOn(second)).toBeHidden()
    await expect(form.getByLabel('Value')).toHaveValue('typed in the second tab')

    await first.getByRole('link', { name: 'Profile' }).click()
    await first.getByRole('button', { name: 'Change name' }).click()
    await first.getByLabel('Username').fill('lovelace')
    await first.getByRole('button', { name: 'Save profile' }).click()
    await expect(second.getByText('Welcome, lovelace')).toBeVisible()
    await expect(form.getByLabel('Value')).toHaveValue('typed in the second tab')
    await form.getByRole('button', { name: /^Save to / }).click()
    await unlock(second, person)
    await expect(await reveal(second, 'GREETING')).toHaveText('typed in the second tab')
  },
)

signedIn('a reload after the session has ended leaves what another tab has', async ({ context, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openVariables(second, projectId)
  await unlock(second, person)
  await second.getByRole('button', { name: 'Edit GREETING' }).click()
  const form = second.getByRole('dialog', { name: 'Edit Variable' })
  await form.getByLabel('Value').fill('typed in the second tab')
  await first.goto('/account')
  await expect(first.getByRole('button', { name: 'Change name' })).toBeVisible()

  await person.client.call(logout, {})
  await first.reload()
  await expect(first).toHaveURL(/\/login/)
  await expect(expiredOn(second)).toBeVisible()
  await signIn(second, person)
  await expect(form.getByLabel('Value')).toHaveValue('typed in the second tab')

  await first.goto('/account')
  await first.getByRole('button', { name: 'Logout' }).click()
  await expect(second).toHaveURL(/next=/)
  await expect(form).toBeHidden()
})

signedIn('a new master password keeps the vault open in the other tab', async ({ context, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openVariables(first, projectId)
  await unlock(first, person)
  await expect(rowOf(first, 'GREETING')).toBeVisible()

  await second.goto('/account/security')
  await second.getByRole('button', { name: 'Change master password' }).click()
  await second.getByLabel('Current master password').fill(person.masterPassword ?? '')
  await second.getByLabel('New master password', { exact: true }).fill('marble tractor violet onion')
  await second.getByLabel('Confirm new master password').fill('marble tractor violet onion')
  await second.getByRole('button', { name: 'Change master password' }).last().click()
  await expect(second.getByText('Master password changed successfully!')).toBeVisible()

  await expect(await reveal(first, 'GREETING')).toHaveText('Hello')
  await first.getByRole('button', { name: 'Add Variable' }).click()
  const form = first.getByRole('dialog', { name: 'Add Variable' })
  await form.getByLabel('Key').fill('OTHER')
  await form.getByLabel('Value').fill('1')
  await form.getByRole('button', { name: 'Add to production' }).click()
  await expect(rowOf(first, 'OTHER')).toBeVisible()
  const { logs } = await person.client.call(listActivityLogs, { query: {} })
  expect(JSON.stringify(logs)).not.toContain('wrong master password')
})
