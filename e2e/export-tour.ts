// Downloading everything, on the account page.

import type { Page } from '@playwright/test'
import { opened, type Stop } from './tour.ts'

const exported = '**/export/environments/*'
const start = (page: Page) => page.getByRole('button', { name: 'Download unencrypted ZIP' }).click()
const cancel = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
const typed = (page: Page, masterPassword = 'wrong') =>
  page.getByRole('dialog').getByLabel('Master password', { exact: true }).fill(masterPassword)

async function begin(page: Page): Promise<void> {
  await page.reload()
  await opened('Download everything')(page)
  await page.getByText('The file is not encrypted').waitFor()
}

export const exportTour: readonly Stop[] = [
  {
    name: 'export-choose',
    go: async (page) => [await page.goto('/account'), await begin(page)],
  },
  {
    name: 'export-wrong-password',
    go: async (page) => {
      await typed(page)
      await start(page)
      await page.getByText('Invalid master password').waitFor()
      await cancel(page)
      await opened('Download everything')(page)
      await typed(page)
      await start(page)
      await page.getByText('Invalid master password').waitFor()
    },
  },
  {
    name: 'export-progress',
    go: async (page, { person }) => {
      await begin(page)
      // The third environment keeps everybody waiting.
      let asked = 0
      await page.route(exported, (route) => (++asked < 3 ? route.continue() : undefined))
      await typed(page, person.masterPassword)
      await start(page)
      await page.getByText(/^2 of \d+ environments/).waitFor()
    },
  },
  {
    name: 'export-paused',
    go: async (page, { person }) => {
      await page.unroute(exported)
      await cancel(page)
      await begin(page)
      await page.route(exported, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '1500' },
          json: {
            error: 'RATE_LIMITED',
            message: 'Too many requests. Please try again later.',
            request_id: 'r',
          },
        }),
      )
      await typed(page, person.masterPassword)
      await start(page)
      await page.getByText('Paused').waitFor()
    },
  },
  {
    name: 'export-done',
    go: async (page) => {
      await page.unroute(exported)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Download complete').waitFor()
    },
  },
]
