// The account page and what opens from it. What would change the account for the next picture is answered in the
// server's place.

import type { Page } from '@playwright/test'
import { openTab, saveSheet } from './on-the-page.ts'
import { closedThen, opened, type Stop } from './tour.ts'

const recoveryKey = '7K2M9-QX4TB-0HZ6W-R8VND-3CJ5F-YP1GA-E9S7K-2MTX4-QBH60-ZWR8V-ND3CJ'

const answer = (page: Page, path: string, json: object) =>
  page.route(`**${path}`, (route) => route.fulfill({ json }), { times: 1 })

const seen = (page: Page, text: string) => page.getByText(text).first().waitFor()

async function openChange(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'Change Master Password' })
  if (await open.isVisible()) await open.click()
}

async function fillChange(page: Page, masterPassword: string): Promise<void> {
  await openChange(page)
  await page.getByLabel('Current master password').fill(masterPassword)
  await page.getByLabel('New master password', { exact: true }).fill('a new one, longer than the last')
  await page.getByLabel('Confirm new master password').fill('a new one, longer than the last')
  await page.getByRole('checkbox', { name: /^My password leaked/ }).check()
}

async function keepLeaked(page: Page): Promise<void> {
  await answer(page, '/auth/master-password/change', { message: 'Changed', recoveryKey, rekeyPending: 9 })
  // The route that was added last answers first; the one below it never does.
  await page.route('**/auth/master-password/rekey', () => {})
  await answer(page, '/auth/master-password/rekey', { rekeyed: 4, remaining: 5 })
  await page.getByRole('button', { name: 'Change master password' }).click()
  await seen(page, 'This key is shown only once')
}

/** Signed out. */
export const verifyTour: readonly Stop[] = [
  {
    name: 'verify-email-no-link',
    go: async (page) => [await page.goto('/verify-email'), await seen(page, 'Open the link again')],
  },
  {
    name: 'verify-email-gone',
    go: async (page) => {
      await page.goto('/docs')
      await page.goto('/verify-email#vfy_gone')
      await seen(page, 'This link is no longer valid')
    },
  },
  {
    name: 'verify-email',
    go: async (page) => {
      await page.goto('/docs')
      await answer(page, '/auth/verify-email/open', { username: 'grace', email: 'grace@example.com' })
      await page.goto('/verify-email#vfy_once')
      await seen(page, 'Sign in to confirm this address')
    },
  },
]

export const accountTour: readonly Stop[] = [
  {
    name: 'verify-email-other-account',
    go: async (page) => {
      await page.goto('/docs')
      await answer(page, '/auth/verify-email/open', { username: 'grace', email: 'grace@example.com' })
      await page.goto('/verify-email#vfy_once')
      await seen(page, 'This link belongs to another account')
    },
  },
  {
    name: 'account',
    whole: true,
    go: async (page) => [await page.goto('/account'), await seen(page, 'Old laptop')],
  },
  { name: 'account-new-token', go: opened('Create token') },
  { name: 'account-sessions-end', go: closedThen(opened('Sign out all others')) },
  { name: 'account-session-end', go: closedThen(opened('Sign out Safari on iPhone')) },
  {
    name: 'account-recover',
    go: closedThen(async (page) => {
      await openChange(page)
      await opened('Forgotten?')(page)
    }),
  },
  { name: 'account-recovery-key', go: closedThen(opened('Make a new one')) },
  {
    name: 'account-recovery-sheet',
    go: async (page) => {
      await answer(page, '/auth/master-password/recovery-key', { message: 'Made', recoveryKey })
      await page.getByRole('dialog').getByLabel('Master password', { exact: true }).fill('any')
      await page.getByRole('dialog').getByRole('button', { name: 'Create a new recovery key' }).click()
      await seen(page, 'This key is shown only once')
    },
  },
  {
    name: 'account-recovery-check',
    go: async (page) => {
      await page.getByRole('dialog').getByRole('textbox').fill('WRONG')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'account-leaked',
    go: async (page, { person }) => {
      await saveSheet(page)
      await fillChange(page, person.masterPassword ?? '')
      await page.getByText('What this does').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'account-rekeying',
    go: async (page) => {
      await keepLeaked(page)
      await saveSheet(page)
      await seen(page, '4 of 9 environments')
    },
  },
  {
    name: 'account-rekeying-leave',
    go: async (page) => {
      await page.getByRole('link', { name: 'Envhold' }).first().click()
      await seen(page, 'Leave before all keys are replaced?')
    },
  },
  {
    name: 'account-delete',
    go: async (page) => {
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.goto('/account/delete')
      await seen(page, 'You are signed out everywhere')
    },
  },
  {
    name: 'suspended',
    go: async (page, { person: { userId: id, username, email } }) => {
      const suspended_reason = 'The card was refused three times'
      const user = { id, username, email, status: 'SUSPENDED', suspended_reason, roles: [] }
      const told = {
        user,
        userStatus: 'SUSPENDED',
        suspendedReason: suspended_reason,
        supportEmail: 'support@example.com',
        suspensionMessage: 'You can still manage your subscription and billing.',
      }
      await answer(page, '/users/status', told)
      await page.goto('/suspended')
      await seen(page, 'Account Suspended')
    },
  },
]

const pasted = (text: string) => `{
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', ${JSON.stringify(text)})
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  document.querySelector('textarea').dispatchEvent(paste)
}`

/** As somebody who has only just come. */
export const newcomerTour: readonly Stop[] = [
  {
    name: 'newcomer-dashboard',
    go: async (page) => [await page.goto('/dashboard'), await seen(page, 'First-time setup')],
  },
  {
    name: 'newcomer-pasted',
    whole: true,
    go: async (page) => {
      await page.getByLabel('Project name').fill('Storefront')
      await page.evaluate(pasted('DATABASE_URL=postgres://db\nPATH=/opt/bin\nAPI_TOKEN=abc\n'))
      await page.getByLabel('Master password', { exact: true }).fill('correct horse battery staple')
      await seen(page, 'Strong enough')
    },
  },
  {
    name: 'newcomer-failed',
    whole: true,
    go: async (page) => {
      await page.route('**/auth/master-password/setup', (route) => route.abort())
      await page.getByRole('button', { name: /^Create project with/ }).click()
      await seen(page, 'Nothing was created')
      await page.unroute('**/auth/master-password/setup')
    },
  },
  {
    name: 'newcomer-account',
    whole: true,
    go: async (page) => {
      await page.getByLabel('Project name').fill('')
      await page.getByLabel('Master password', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Clear' }).click()
      await page.goto('/account')
      await seen(page, 'This session')
    },
  },
  {
    name: 'newcomer-activity',
    go: async (page) => [await page.goto('/activity'), await page.getByRole('row').nth(1).waitFor()],
  },
]

const nothingYet = {
  Variables: 'Create 3 environments',
  Collaborators: 'Nobody else yet',
  'API Keys': 'No API keys yet',
  Activity: 'Created the project',
}

/** As somebody with a first project and nothing in it. */
export const beginnerTour: readonly Stop[] = [
  {
    name: 'beginner-environments',
    go: async (page, { emptyProject }) => [
      await page.goto(`/project/${emptyProject}`),
      await seen(page, 'Create 3 environments'),
    ],
  },
  ...Object.entries(nothingYet).map(
    ([name, text]): Stop => ({
      name: `beginner-${name.toLowerCase().replace(' ', '-')}`,
      go: async (page) => [await openTab(page, name), await seen(page, text)],
    }),
  ),
]
