// Every page and every dialog, one after the other, as a person would come by them.

import type { Page } from '@playwright/test'
import type { LifeLike } from './life-like.ts'
import { chooseEnvironment, openTab, openVariables, unlock } from './on-the-page.ts'

export interface Stop {
  readonly name: string
  readonly go: (page: Page, seeded: LifeLike) => Promise<unknown>
  /** The whole page, not only what fits the window. */
  readonly whole?: true
}

const heading = (page: Page, level: 1 | 2 | 3) => page.getByRole('heading', { level }).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** Presses a button; on small screens it may stand in a menu. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first()
  const more = page.getByRole('button', { name: 'More', exact: true })
  const closeSearch = page.getByRole('button', { name: 'Close search' })
  await button.or(more).or(closeSearch).first().waitFor()
  // On small screens the search covers the rest.
  if (await closeSearch.isVisible()) await closeSearch.click()
  if (await button.isVisible()) return button.click()
  await more.click()
  await page.getByRole('menuitem', { name }).click()
}

export const opened = (name: string | RegExp) => async (page: Page) => {
  await press(page, name)
  await dialog(page)
}

/** Searches the keys; on small screens a button opens the field. */
async function find(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: /^Search keys/ })
  const open = page.getByRole('button', { name: 'Search keys' })
  await field.or(open).first().waitFor()
  if (await open.isVisible()) await open.click()
  await field.fill(text)
}

/** Presses a button of a variable's row; on small screens it comes with the value. */
async function pressInRow(page: Page, action: string, key: string): Promise<void> {
  const button = page.getByRole('button', { name: `${action} ${key}` })
  if (!(await button.isVisible())) {
    await find(page, key)
    await page.getByRole('button', { name: `Reveal ${key}` }).click()
  }
  await button.click()
}

async function select(page: Page): Promise<void> {
  const first = page.getByRole('checkbox', { name: 'Select DATABASE_URL' })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await first.or(more).first().waitFor()
  if (!(await first.isVisible())) return press(page, 'Select all')
  await first.click()
  await page.getByRole('checkbox', { name: 'Select LOG_LEVEL' }).click({ modifiers: ['Shift'] })
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor({ state: 'hidden' })
}

/** Whoever typed something is asked before it goes. */
const discardedThen =
  (then: Stop['go']): Stop['go'] =>
  async (page, seeded) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor({ state: 'hidden' })
    await then(page, seeded)
  }

export const closedThen =
  (then: Stop['go']): Stop['go'] =>
  async (page, seeded) => {
    await close(page)
    await then(page, seeded)
  }

async function paste(page: Page): Promise<void> {
  await opened('Import .env')(page)
  const text = 'LOG_LEVEL=warn\nNEW_RELIC_KEY=nr-1\nPATH=/opt/bin\nAPP_NAME=Storefront\n'
  await page.getByLabel('Text of the .env, JSON or YAML file').fill(text)
  await page.getByRole('list', { name: 'What changes' }).waitFor()
}

/** A list has come: the first row under its head. */
const entries = (page: Page) => page.getByRole('row').nth(1).waitFor()

/** The words lie over the choice itself. */
/** Small screens have a menu of the views. */
/** Chooses a view of the variables; small screens have a menu of them. */
export async function view(page: Page, name: 'Table' | 'Grid' | 'Text'): Promise<void> {
  const menu = page.getByRole('button', { name: /^View: / })
  if (!(await menu.isVisible())) return page.getByRole('radio', { name, exact: true }).click()
  await menu.click()
  await page.getByRole('menuitemradio', { name }).click()
}

async function draft(page: Page): Promise<void> {
  await page.locator('[data-row="1"][data-column="1"]').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('https://localhost:3000')
  await page.keyboard.press('Enter')
  // A phone shows two environments, and only what differs between them.
  const isPhone = await page.getByLabel('Left environment').isVisible()
  await page.locator(`[data-row="${isPhone ? 2 : 5}"][data-column="${isPhone ? 2 : 3}"]`).focus()
  await page.keyboard.press('Delete')
  await page.getByText('2 unsaved changes').waitFor()
}

async function seeUsage(page: Page): Promise<void> {
  await press(page, 'Usage of GitHub Actions')
  await dialog(page)
  await page.getByRole('dialog').locator('svg.recharts-surface').waitFor()
  await page.getByRole('dialog').getByText('404').first().waitFor()
}

export const publicTour: readonly Stop[] = [
  { name: 'landing', whole: true, go: async (page) => [await page.goto('/'), await heading(page, 1)] },
  { name: 'sign-in', go: async (page) => [await page.goto('/login'), await dialog(page)] },
  { name: 'sign-up', go: async (page) => [await page.getByRole('button', { name: 'Create one' }).click()] },
  { name: 'docs', go: async (page) => [await page.goto('/docs'), await heading(page, 1)] },
  { name: 'docs-api', go: async (page) => [await page.goto('/docs#api'), await heading(page, 1)] },
]

/** Needs a session; begins with the vault locked. */
export const insideTour: readonly Stop[] = [
  { name: 'dashboard', go: async (page) => [await page.goto('/dashboard'), await heading(page, 2)] },
  { name: 'dashboard-new', go: opened('New Project') },
  {
    name: 'dashboard-delete',
    go: closedThen(async (page) => {
      await press(page, 'More for Mobile API')
      await page.getByRole('menuitem', { name: 'Delete project' }).click()
      await dialog(page)
    }),
  },
  {
    name: 'dashboard-shared',
    go: closedThen(async (page) => [await tab(page, 'Shared with Me')]),
  },
  {
    name: 'command-menu',
    go: async (page) => [await page.keyboard.press('ControlOrMeta+k'), await dialog(page)],
  },
  {
    name: 'command-menu-found',
    go: async (page) => [await page.keyboard.type('prod')],
  },
  {
    name: 'shortcuts',
    go: closedThen(async (page) => [await page.keyboard.press('?'), await dialog(page)]),
  },
  {
    name: 'environments',
    go: async (page, { storefront }) => {
      await page.goto(`/project/${storefront.projectId}`)
      await page.getByRole('row', { name: 'production' }).waitFor()
    },
  },
  { name: 'environments-new', go: opened('Add Environment') },
  { name: 'environments-delete', go: closedThen(opened('Delete staging')) },
  {
    name: 'variables-locked',
    go: closedThen(async (page, { storefront }) => [await openVariables(page, storefront.projectId)]),
  },
  {
    name: 'variables',
    go: async (page, { person }) => {
      await unlock(page, person)
      await chooseEnvironment(page, 'production')
      await page.getByRole('rowheader', { name: 'APP_NAME' }).waitFor()
    },
  },
  { name: 'variables-reveal', go: async (page) => [await press(page, 'Reveal JWT_PRIVATE_KEY')] },
  {
    name: 'variables-nothing-found',
    go: async (page) => [await find(page, 'TWILIO')],
  },
  {
    name: 'variables-add',
    go: async (page) => [await find(page, ''), await opened('Add Variable')(page)],
  },
  {
    name: 'variables-generate',
    go: async (page) => {
      await press(page, 'Generate a random value')
      await press(page, 'Generate')
    },
  },
  {
    name: 'variables-edit',
    go: discardedThen(async (page) => [await pressInRow(page, 'Edit', 'DATABASE_URL'), await dialog(page)]),
  },
  {
    name: 'variables-delete',
    go: closedThen(async (page) => [await pressInRow(page, 'Delete', 'CDN_URL'), await dialog(page)]),
  },
  { name: 'variables-import', go: closedThen(opened('Import .env')) },
  { name: 'variables-import-preview', go: closedThen(paste) },
  { name: 'variables-download', go: discardedThen(opened('Download .env')) },
  { name: 'variables-history', go: closedThen(opened('History')) },
  {
    name: 'variables-key-history',
    go: closedThen(async (page) => {
      await pressInRow(page, 'More for', 'LOG_LEVEL')
      await page.getByRole('menuitem', { name: 'History' }).click()
      await page.getByRole('list', { name: 'Changes of LOG_LEVEL' }).waitFor()
      await page
        .getByRole('button', { name: /^Reveal LOG_LEVEL/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('status').waitFor()
    }),
  },
  {
    name: 'variables-compare',
    go: closedThen(async (page) => {
      await press(page, 'Compare environments')
      await page.getByRole('columnheader', { name: 'production' }).waitFor()
    }),
  },
  {
    name: 'variables-grid',
    go: async (page) => {
      await page.getByRole('button', { name: 'Close comparison' }).click()
      await view(page, 'Grid')
      await page.getByRole('rowheader').first().waitFor()
    },
  },
  { name: 'variables-grid-draft', go: draft },
  { name: 'variables-grid-review', go: opened(/^Review and save/) },
  {
    name: 'variables-text-hidden',
    go: closedThen(async (page) => {
      await press(page, 'Discard')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
      await view(page, 'Text')
      await page.getByRole('button', { name: 'Show text' }).waitFor()
    }),
  },
  {
    name: 'variables-text',
    go: async (page) => {
      await press(page, 'Show text')
      await page.getByLabel(/^Text of/).press('ControlOrMeta+End')
      await page.keyboard.type('not a variable')
      await page.getByText('This text cannot be saved').waitFor()
    },
  },
  { name: 'variables-leave', go: async (page) => [await view(page, 'Table'), await dialog(page)] },
  {
    name: 'variables-selected',
    go: async (page) => {
      await press(page, 'Discard changes')
      await select(page)
    },
  },
  {
    name: 'variables-copy',
    go: async (page) => {
      await opened('Copy to…')(page)
      for (const environment of await page.getByRole('dialog').getByRole('checkbox').all())
        await environment.click()
      await page
        .getByRole('dialog')
        .getByText(/^\d+ (new|equal|with another value)/)
        .first()
        .waitFor()
    },
  },
  { name: 'variables-delete-selected', go: closedThen(opened('Delete')) },
  {
    name: 'variables-undo',
    go: async (page) => {
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Delete \d+ from/ })
        .click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'variables-auto-lock',
    go: async (page) => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('variables are back').waitFor()
      await page.evaluate('{ const now = Date.now; Date.now = () => now() + 14.5 * 60_000 }')
      await page.getByText('Without input the vault locks').waitFor()
    },
  },
  {
    name: 'api-keys',
    whole: true,
    go: async (page) => [await openTab(page, 'API Keys'), await heading(page, 3)],
  },
  { name: 'api-keys-new', go: opened('Create API Key') },
  { name: 'api-keys-edit', go: closedThen(opened('Edit Staging cluster')) },
  { name: 'api-keys-usage', go: closedThen(seeUsage) },
  { name: 'api-keys-delete', go: closedThen(opened('Delete GitHub Actions')) },
  {
    name: 'project-activity',
    whole: true,
    go: closedThen(async (page) => [await openTab(page, 'Activity'), await entries(page)]),
  },
  {
    name: 'project-activity-log',
    go: async (page) => {
      await press(page, 'Export')
      await page.getByRole('menuitem', { name: 'Download log…' }).click()
      await dialog(page)
    },
  },
  {
    name: 'project-activity-nothing-found',
    go: closedThen(async (page) => [await page.getByLabel('Search this page').fill('Twilio')]),
  },
  {
    name: 'activity',
    whole: true,
    go: async (page) => [await page.goto('/activity'), await entries(page)],
  },
  { name: 'activity-export', go: async (page) => [await press(page, 'Export')] },
  {
    name: 'activity-usage',
    whole: true,
    go: async (page) => [
      await page.keyboard.press('Escape'),
      await tab(page, 'API Usage'),
      await entries(page),
    ],
  },
  {
    name: 'activity-nothing-found',
    go: async (page) => {
      await page.getByLabel('Search activity').fill('Twilio')
      await page.getByText('No API Usage Found').waitFor()
    },
  },
  {
    name: 'cli',
    go: async (page) => [await page.goto('/cli-auth'), await heading(page, 1)],
  },
  { name: 'unlock', go: opened('Unlock vault') },
  {
    name: 'not-found',
    go: async (page) => [
      await page.goto('/project/999999'),
      await page.getByText('Project not found').waitFor(),
    ],
  },
]
