import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import {
  type InstanceSettings,
  readInstanceSettings,
  updateAnnouncement,
  updateOperatorFactor,
  updateSignUps,
} from '@envhold/contract/operator/instance-settings.ts'
import { readAnnouncement } from '@envhold/contract/pages/announcement.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useRead } from '../../../connection/use-read.ts'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount, sampleSecurity } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { InstanceSettingsPage } from './instance-settings-page.tsx'

const at = '2026-01-01T00:00:00.000Z'
const settings: InstanceSettings = {
  announcement: { current: null, revision: 0, changed: null },
  sign_ups: { mode: 'open', server_mode: 'open', chosen_mode: null, revision: 3, changed: { at, by: null } },
  operator_factor: { required: true, from: null, revision: 0, changed: null },
}
const announcement = { id: 'a', text: 'Upgrade on Sunday', level: 'warning', until: null } as const

/** The frame of the page asks for the announcement, too. */
function Frame() {
  const { data } = useRead(readAnnouncement, {})
  return <p>In the frame: {data?.announcement?.text ?? 'nothing'}</p>
}

const open = (permissions = ['*']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions } }}
    >
      <InstanceSettingsPage />
      <Frame />
    </OperatorContext>,
  )
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('an announcement is previewed, shown and removed', async () => {
  const api = fakeApi()
  api.answers(readInstanceSettings, settings)
  await open()
  await expect.element(button('Show Announcement')).toBeDisabled()
  await page.getByLabelText('Text').fill('Upgrade\non Sunday ')
  await page.getByRole('radio', { name: 'Warning' }).click()
  await expect
    .element(page.getByRole('complementary', { name: 'Announcement' }))
    .toHaveTextContent('Warning: Upgrade on Sunday')
  await page.getByLabelText('Until').fill('2020-01-01T00:00')
  await button('Show Announcement').click()
  await expect.element(page.getByText('Must be in the future')).toBeVisible()
  await expectAccessible()
  await page.getByLabelText('Until').fill('2099-01-01T00:00')
  const changed = { at, by: { id: 7, username: 'grace' } }
  api.answers(updateAnnouncement, {
    ...settings,
    announcement: { current: announcement, revision: 9, changed },
  })
  await button('Show Announcement').click()
  await expect.element(page.getByText('by grace')).toBeVisible()
  expect(api.sent(updateAnnouncement)[0]?.body).toEqual({
    announcement: {
      text: 'Upgrade on Sunday',
      level: 'warning',
      until: new Date('2099-01-01T00:00').toISOString(),
    },
    revision: 0,
  })
  await button('Remove Announcement').click()
  await expect.poll(() => api.sent(updateAnnouncement)[1]?.body).toEqual({ announcement: null, revision: 9 })
})

test('an answer from before the change does not take it back', async () => {
  const api = fakeApi()
  api.answers(readInstanceSettings, settings)
  const answer = api.holds(readAnnouncement)
  const changed = { at, by: { id: 7, username: 'grace' } }
  api.answers(updateAnnouncement, {
    ...settings,
    announcement: { current: announcement, revision: 9, changed },
  })
  await open()
  await page.getByLabelText('Text').fill(announcement.text)
  await button('Show Announcement').click()
  await expect.element(page.getByText('In the frame: Upgrade on Sunday')).toBeVisible()
  answer({ announcement: null })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expect.element(page.getByText('In the frame: Upgrade on Sunday')).toBeVisible()
})

test('a mode is chosen, and the server’s setting returns', async () => {
  const api = fakeApi()
  api.answers(readInstanceSettings, settings)
  const closed = { ...settings.sign_ups, mode: 'closed', chosen_mode: 'closed', revision: 4 } as const
  api.answers(updateSignUps, { ...settings, sign_ups: closed })
  await open()
  await expect.element(page.getByText('by a command on the server', { exact: false })).toBeVisible()
  await expect.element(page.getByText(/SIGN_UPS=open/)).toBeVisible()
  await page.getByRole('radio', { name: /^Closed/ }).click()
  await button('Save Sign-up Mode').click()
  await expect.element(page.getByText(/^Chosen by an operator/)).toBeVisible()
  expect(api.sent(updateSignUps)[0]?.body).toEqual({ mode: 'closed', revision: 3 })
  await button(/^Use the Server’s Setting/).click()
  await expect.poll(() => api.sent(updateSignUps)[1]?.body).toEqual({ mode: null, revision: 4 })
})

test('each mode says who can create an account', async () => {
  fakeApi().answers(readInstanceSettings, settings)
  await open()
  const mode = (name: RegExp) => page.getByRole('radio', { name })
  await expect.element(mode(/^Invited.*Only people whom an operator or a project invites can/)).toBeVisible()
  await expect.element(mode(/^Approval.*each new account without an invitation/)).toBeVisible()
  await expect.element(mode(/^Closed.*Only people whom an operator invites can/)).toBeVisible()
})

test('if somebody else was faster, the page says so and shows what holds', async () => {
  const api = fakeApi()
  api.answers(readInstanceSettings, settings)
  api.rejects(updateSignUps, 'CONFLICT')
  await open()
  await page.getByRole('radio', { name: /^Closed/ }).click()
  api.answers(readInstanceSettings, {
    ...settings,
    sign_ups: { ...settings.sign_ups, mode: 'invited', chosen_mode: 'invited', revision: 5 },
  })
  await button('Save Sign-up Mode').click()
  await expect.element(page.getByText(/^Chosen by an operator/)).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /^Invited/ })).toBeChecked()
})

test('a role that may only read sees no buttons', async () => {
  fakeApi().answers(readInstanceSettings, {
    ...settings,
    announcement: { current: announcement, revision: 1, changed: { at, by: { id: 7, username: null } } },
  })
  await open(['user.read', 'admin.stats'])
  await expect.element(page.getByText('by a deleted account (7)', { exact: false })).toBeVisible()
  expect(button(/Save|Show|Remove|Use/).elements()).toEqual([])
  expect(page.getByRole('radio').elements()).toEqual([])
})

test('the second factor of operators is turned off and on, the latter only by somebody who has one', async () => {
  const api = fakeApi()
  const from = '2026-12-02T09:00:00.000Z'
  api.answers(readInstanceSettings, {
    ...settings,
    operator_factor: { ...settings.operator_factor, from },
  })
  api.answers(readAccountSecurity, { security: sampleSecurity({ needs_second_factor: true }) })
  const off = { required: false, from: null, revision: 5, changed: { at, by: null } }
  api.answers(updateOperatorFactor, { ...settings, operator_factor: off })
  await open()
  await expect
    .element(page.getByText(/From Dec 2, 2026, the operator area opens only to accounts with/))
    .toBeVisible()
  await expectAccessible()
  await button('Turn Off').click()
  await expect.element(button('Require a Second Factor')).toBeDisabled()
  await expect.element(page.getByText(/^Set up a second factor for your own account first/)).toBeVisible()
  expect(api.sent(updateOperatorFactor)[0]?.body).toEqual({ required: false, revision: 0 })

  api.answers(readInstanceSettings, { ...settings, operator_factor: off })
  api.answers(readAccountSecurity, { security: sampleSecurity() })
  await open()
  await button('Require a Second Factor').last().click()
  await expect.poll(() => api.sent(updateOperatorFactor)[1]?.body).toEqual({ required: true, revision: 5 })
})
