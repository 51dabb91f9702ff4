// A login of the command line, from its code to its end.

import { startDeviceLogin } from '@envhold/contract/device-login.ts'
import type { Stop } from './tour.ts'

let link = ''

export const deviceLoginTour: readonly Stop[] = [
  {
    name: 'device-login-code',
    go: async (page, { person }) => {
      const body = { device_name: 'ada-laptop', client: 'envhold 0.1.0 on Linux' }
      const started = await person.client.call(startDeviceLogin, { body })
      const { pathname, search } = new URL(started.verification_uri_complete)
      link = `${pathname}${search}`
      await page.goto(link.replace(/&tag=.*/, ''))
      await page.getByRole('button', { name: 'Continue' }).waitFor()
    },
  },
  {
    name: 'device-login-review',
    go: async (page) => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor()
    },
  },
  {
    name: 'device-login-denied',
    go: async (page) => {
      await page.getByRole('button', { name: 'Deny' }).click()
      await page.getByText('ada-laptop was not logged in').waitFor()
    },
  },
  {
    name: 'device-login-ended',
    go: async (page) => {
      await page.goto(link)
      await page.getByText('No login waits for this code.').waitFor()
    },
  },
]
