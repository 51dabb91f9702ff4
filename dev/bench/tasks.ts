// How long the main thread of the project page is busy at a time, in a real browser: an environment of 2,000 variables,
// and a grid of 40 environments with 300 keys each.

import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../e2e/find-chromium.ts'
import { unlock } from '../../e2e/on-the-page.ts'
import { seedProject } from '../../e2e/seed.ts'
import { type Person, signUp } from '../world/sign-up.ts'
import { startServer } from '../world/start-server.ts'
import { measureBusy } from './busiest-task.ts'

/** In milliseconds of processor time. */
const goals = { task: 100, keyPress: 16 }
const words = ['AWS', 'DATABASE', 'REDIS', 'SMTP', 'STRIPE', 'FEATURE', 'CACHE', 'SEARCH', 'QUEUE', 'AUTH']

/** Every third value is the same in all environments. */
const variables = (count: number, environment: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${words[index % words.length]}_SETTING_${index}`,
      index % 3 === 0 ? `value ${index}` : `value ${index} of ${environment % 4}`,
    ]),
  )

interface Act {
  readonly what: string
  readonly act: () => Promise<void>
}

const wheel = async (page: Page, x: number, y: number) => {
  await page.mouse.move(700, 500)
  for (let turn = 0; turn < 30; turn++) {
    await page.mouse.wheel(x, y)
    await page.waitForTimeout(30)
  }
}

function tableActs(page: Page, person: Person): readonly Act[] {
  const text = page.getByLabel('Text of development')
  return [
    {
      what: 'from the unlock to 2,000 rows, with Argon2',
      act: async () => {
        await unlock(page, person)
        await page.locator('[data-row="0"]').first().waitFor()
      },
    },
    {
      what: 'select all 2,000',
      act: () => page.getByRole('checkbox', { name: 'Select all', exact: true }).click(),
    },
    {
      what: 'type five letters in the search',
      act: async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('searchbox').pressSequentially('redis', { delay: 120 })
        await page.getByRole('searchbox').fill('')
      },
    },
    {
      what: 'go down 30 rows by keyboard',
      act: async () => {
        await page.locator('[data-row="0"]').first().focus()
        for (let row = 0; row < 30; row++) await page.keyboard.press('ArrowDown', { delay: 30 })
      },
    },
    { what: 'scroll through the table', act: () => wheel(page, 0, 600) },
    {
      what: 'show the text',
      act: async () => {
        await page.getByText('Text', { exact: true }).click()
        await page.getByRole('button', { name: 'Show text' }).click()
        await text.waitFor()
      },
    },
    {
      what: 'type a line of text',
      act: async () => {
        await text.press('ControlOrMeta+End')
        await page.keyboard.type('\nA_NEW=1', { delay: 100 })
      },
    },
  ]
}

const gridActs = (page: Page, person: Person): readonly Act[] => [
  {
    what: 'from the unlock to a grid of 40 environments',
    act: async () => {
      await unlock(page, person)
      await page.getByRole('grid').locator('[data-row]').first().waitFor()
      // Environments arrive one after the other.
      await page.waitForTimeout(3_000)
    },
  },
  {
    what: 'go down 30 rows of it and five to the right by keyboard',
    act: async () => {
      await page.getByRole('gridcell').first().focus()
      for (let row = 0; row < 30; row++) await page.keyboard.press('ArrowDown', { delay: 30 })
      for (let column = 0; column < 5; column++) await page.keyboard.press('ArrowRight', { delay: 30 })
    },
  },
  { what: 'scroll down in it', act: () => wheel(page, 0, 400) },
  { what: 'scroll sideways in it', act: () => wheel(page, 400, 0) },
]

async function measure(page: Page, acts: readonly Act[]): Promise<void> {
  for (const { what, act } of acts) {
    const started = performance.now()
    const { task, keyPress } = await measureBusy(page, act)
    const elapsed = Math.round(performance.now() - started)
    const verdict = task <= goals.task && keyPress <= goals.keyPress ? 'reached' : 'MISSED'
    const figures = [task.toFixed(0), keyPress === 0 ? '' : keyPress.toFixed(1), elapsed]
    process.stdout.write(`| ${[what, ...figures, verdict].join(' | ')} |\n`)
  }
}

async function open(browser: Browser, url: string, path: string, { token, username }: Person): Promise<Page> {
  const localStorage = Object.entries({ token, username }).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  return page
}

/** Prints a row for each act. */
export async function benchTasks(): Promise<void> {
  const { executablePath, args } = await findChromium()
  const server = await startServer({ engine: 'sqlite' })
  const browser = await chromium.launch({ executablePath, args })
  try {
    const person = await signUp(server.url)
    const long = await seedProject(person, 'Long', {
      development: variables(2_000, 1),
      staging: variables(2_000, 2),
    })
    const wide = await seedProject(
      person,
      'Wide',
      Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`preview-${index}`, variables(300, index)]),
      ),
    )
    process.stdout.write(
      `\n| what | busiest task ms | page's own work per key press ms | elapsed ms | ≤ ${goals.task} and ≤ ${goals.keyPress} |\n|---|---:|---:|---:|---|\n`,
    )
    const environment = long.environments.development
    const table = `/project/${long.projectId}?tab=variables&view=table&environment=${environment}`
    const page = await open(browser, server.url, table, person)
    await measure(page, tableActs(page, person))
    const other = await open(
      browser,
      server.url,
      `/project/${wide.projectId}?tab=variables&view=grid`,
      person,
    )
    await measure(other, gridActs(other, person))
  } finally {
    await browser.close()
    await server.stop()
  }
}
