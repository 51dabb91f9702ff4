import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import {
  confirmTotpSetUp,
  readTotp,
  removeTotp,
  renewRecoveryCodes,
  setUpTotp,
} from '@envhold/contract/accounts/second-factors.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { type Security, sampleSecurity } from '../../../tests/samples.ts'
import { TotpRow } from './security-rows.tsx'

const at = '2026-03-01T10:00:00.000Z'
const renewed = `ses_zzzzzzzzzzzzz_${'1'.repeat(49)}`
const recovery_codes = ['7Q2K-M4XD-90VA-HT6B', 'AAAA-BBBB-CCCC-DDDD']
const secret = 'JBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/Envhold:ada?secret=${secret}`

const answerSecurity = (api: FakeApi, overrides: Partial<Security>) =>
  api.answers(readAccountSecurity, { security: sampleSecurity(overrides) })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const code = () => page.getByLabelText('Code', { exact: true })
const codesDialog = () => page.getByRole('dialog', { name: 'Save your recovery codes' })

const show = async (overrides: Partial<Security> = {}) => {
  const api = fakeApi()
  answerSecurity(api, overrides)
  api.answers(readTotp, { totp: { confirmed_at: at, last_used_at: null }, recovery_codes_left: 10 })
  return { api, ...(await renderPart(<TotpRow />)) }
}
const openSetUp = async () => {
  const part = await show()
  part.api.answers(setUpTotp, { secret, uri })
  await button('Set up authenticator app').click()
  await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  return part
}

test('the first code turns the app on, and the recovery codes stay until they are saved', async () => {
  const { api, connection } = await openSetUp()
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await expectAccessible()
  api.answers(confirmTotpSetUp, { token: renewed, confirmed_until: at, recovery_codes })
  answerSecurity(api, { totp: true, recovery_codes: 10 })
  await code().fill('123456')
  await expect.element(codesDialog()).toBeVisible()
  for (const each of recovery_codes)
    await expect.element(codesDialog().getByText(each, { exact: true })).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  expect(codesDialog().getByRole('button', { name: 'Close' }).elements()).toEqual([])
  await expect.element(button('Done')).toBeDisabled()
  expect(connection.unsaved.anyShown()).toBe(true)
  await page.getByLabelText('I have saved these codes').click()
  await button('Done').click()
  await expect.element(codesDialog()).not.toBeInTheDocument()
  await expect.element(button('Manage authenticator app')).toBeVisible()
  expect(api.sent(confirmTotpSetUp).map(({ body }) => body)).toEqual([{ code: '123456' }])
  expect(connection.session.read()?.token).toBe(renewed)
  expect(connection.unsaved.any()).toBe(false)
})

test('the code that was scanned outlives signing in again', async () => {
  const { api, connection } = await openSetUp()
  const session = connection.session.read()
  if (!session) throw new Error('Nobody is signed in')
  const reads = api.sent(readAccountSecurity).length
  connection.sessionExpired.set(true)
  connection.session.save({ ...session, token: renewed })
  await expect.poll(() => api.sent(readAccountSecurity).length).toBeGreaterThan(reads)
  expect(api.sent(setUpTotp)).toHaveLength(1)
})

test('a wrong code keeps the secret, and an expired secret is replaced', async () => {
  const { api } = await openSetUp()
  api.rejects(confirmTotpSetUp, 'INVALID_CREDENTIALS')
  await code().fill('123456')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(code()).toHaveValue('')
  expect(api.sent(setUpTotp)).toHaveLength(1)
  api.rejects(confirmTotpSetUp, 'NOT_FOUND')
  api.answers(setUpTotp, { secret: 'AAAABBBBCCCCDDDD', uri })
  await code().fill('654321')
  await expect.element(page.getByText('AAAA BBBB CCCC DDDD')).toBeVisible()
})

test('a set-up that cannot begin says so, and begins on the next try', async () => {
  const { api } = await show()
  api.rejects(setUpTotp, 'CONFLICT')
  await button('Set up authenticator app').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  api.answers(setUpTotp, { secret, uri })
  await button('Try again').click()
  await expect.element(code()).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test.each([
  [10, '10 of 10 recovery codes are left.', 'On'],
  [3, '3 of 10 recovery codes are left. Create new ones.', 'Few recovery codes'],
  [1, '1 of 10 recovery codes is left. Create new ones.', 'Few recovery codes'],
])('with %i recovery codes the row says: %s', async (left, text, badge) => {
  await show({ totp: true, recovery_codes: left })
  await expect.element(page.getByText(text, { exact: false })).toBeVisible()
  await expect.element(page.getByText(badge, { exact: true })).toBeVisible()
})

test('new recovery codes are made after a question, which an error leaves open', async () => {
  const { api } = await show({ totp: true, recovery_codes: 2 })
  await button('Manage authenticator app').click()
  await expect.element(page.getByText(/On since/)).toBeVisible()
  await button('Create new recovery codes').click()
  const question = page.getByRole('alertdialog', { name: 'Create new recovery codes?' })
  api.rejects(renewRecoveryCodes, 'RATE_LIMITED')
  await question.getByRole('button', { name: 'Create new codes' }).click()
  await expect.poll(() => api.sent(renewRecoveryCodes)).toHaveLength(1)
  await expect.element(question.getByRole('button', { name: 'Create new codes' })).toBeEnabled()
  api.answers(renewRecoveryCodes, { recovery_codes, token: renewed })
  await question.getByRole('button', { name: 'Create new codes' }).click()
  await expect.element(codesDialog()).toBeVisible()
  await page.getByLabelText('I have saved these codes').click()
  await button('Done').click()
  await expect.element(codesDialog()).not.toBeInTheDocument()
})

test('turning the app off asks first, and the row offers to set it up again', async () => {
  const { api } = await show({ totp: true, recovery_codes: 9 })
  await button('Manage authenticator app').click()
  await button('Turn off').click()
  const question = page.getByRole('alertdialog', { name: 'Turn off the authenticator app?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(api.sent(removeTotp)).toEqual([])
  await button('Turn off').click()
  api.answers(removeTotp, { message: 'Off', token: renewed })
  answerSecurity(api, {})
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect.element(button('Set up authenticator app')).toBeVisible()
})
