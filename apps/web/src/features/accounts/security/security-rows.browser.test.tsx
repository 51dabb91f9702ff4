import {
  listDelayedChanges,
  readAccountSecurity,
  startEmptyVault,
  stopDelayedChange,
} from '@envhold/contract/accounts/account-security.ts'
import { sendVerification } from '@envhold/contract/accounts/account-settings.ts'
import { changePassword, readSession } from '@envhold/contract/accounts/accounts.ts'
import { cancelEmailChange, changeEmail, readEmailChange } from '@envhold/contract/accounts/mailed-links.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { type Security, sampleAccount, sampleSecurity } from '../../../tests/samples.ts'
import { OneOpenSetting } from '../../../ui/layout/setting-row.tsx'
import { EmailRow } from '../profile/identity-rows.tsx'
import { PendingChanges } from './pending-changes.tsx'
import { SecondFactorNotice } from './second-factor-notice.tsx'
import { EmptyVaultRow, PasswordRow } from './security-rows.tsx'

type Change = OutputOf<typeof listDelayedChanges>['changes'][number]

const at = '2026-03-01T10:00:00.000Z'
const security = (overrides: Partial<Security> = {}) => ({ security: sampleSecurity(overrides) })
const change = (overrides: Partial<Change> = {}): Change => ({
  id: 'c1',
  kind: 'empty-vault',
  by_operator: false,
  reason: null,
  created_at: at,
  due_at: at,
  ...overrides,
})
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })

const typePasswords = async (current: string, next: string, again: string) => {
  await field('Current password').fill(current)
  await field('New password').fill(next)
  await field('Confirm new password').fill(again)
}
const openPassword = async () => {
  const api = fakeApi()
  api.answers(readAccountSecurity, security())
  api.answers(readSession, { user: sampleAccount() })
  const part = await renderPart(<PasswordRow />)
  await button('Change password').click()
  await expect.element(field('Current password')).toHaveFocus()
  return { api, ...part }
}
const send = () => page.getByRole('button', { name: 'Change password', exact: true }).last().click()

test('passwords that differ or are too short are not sent', async () => {
  const { api } = await openPassword()
  await expectAccessible()
  await typePasswords('old password', 'short', 'shorter')
  await send()
  await expect.element(page.getByText('Passwords don’t match')).toBeVisible()
  await typePasswords('', 'a better password', '')
  await send()
  await expect.element(page.getByText('Please confirm your new password')).toBeVisible()
  await expect.element(field('Current password')).toBeInvalid()
  expect(api.sent(changePassword)).toEqual([])
})

test('a wrong current password is named at its field, and what was typed stays', async () => {
  const { api } = await openPassword()
  api.rejects(changePassword, 'INVALID_CREDENTIALS')
  await typePasswords('wrong', 'a better password', 'a better password')
  await send()
  await expect.element(field('Current password')).toBeInvalid()
  await expect.element(field('Current password')).toHaveFocus()
  await expect.element(field('New password')).toHaveValue('a better password')
  api.rejects(changePassword, 'UNAVAILABLE')
  await send()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field('Current password')).toHaveValue('wrong')
})

test('the master password becomes the sign-in password once that is confirmed', async () => {
  const { api } = await openPassword()
  const message = 'This is your master password.'
  api.rejects(changePassword, 'VALIDATION_FAILED', [{ path: 'confirmSamePassword', message }])
  await typePasswords('old password', 'a better password', 'a better password')
  await send()
  await expect.element(page.getByText(message)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Use it anyway' }).click()
  await send()
  await expect.poll(() => api.sent(changePassword)).toHaveLength(2)
  expect(api.sent(changePassword)[1]?.body).toMatchObject({ confirmSamePassword: true })
})

test('a changed password is sent with the token of this browser, which gets another, and closes the form', async () => {
  const { api, connection } = await openPassword()
  connection.deviceTokens.save(['ada@example.com'], 'dev_old')
  const answer = api.holds(changePassword)
  await typePasswords('old password', 'a better password', 'a better password')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('button', { name: 'Change password', exact: true }).last())
    .toBeDisabled()
  answer({ message: 'Changed', deviceToken: 'dev_new', token: `ses_zzzzzzzzzzzzz_${'1'.repeat(49)}` })
  await expect.element(page.getByText('Password changed successfully!')).toBeVisible()
  await expect.element(field('Current password')).not.toBeInTheDocument()
  await expect.element(button('Change password')).toHaveFocus()
  expect(api.sent(changePassword).map(({ body }) => body)).toEqual([
    { currentPassword: 'old password', newPassword: 'a better password', deviceToken: 'dev_old' },
  ])
  for (const name of ['ada', 'ada@example.com', '#1'])
    expect(connection.deviceTokens.find(name)).toBe('dev_new')
})

test('an account without a password has none to change', async () => {
  fakeApi().answers(readAccountSecurity, security({ password: null }))
  await renderPart(<PasswordRow />)
  await expect.element(page.getByText('This account has no password.')).toBeVisible()
  await expect.element(button('Change password')).toBeDisabled()
})

const showEmail = async (
  account: Parameters<typeof sampleAccount>[0],
  pending: OutputOf<typeof readEmailChange>['pending'] = null,
): Promise<FakeApi> => {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount(account) })
  api.answers(readEmailChange, { pending })
  await renderPart(<EmailRow />)
  return api
}

test('an address that is not verified gets its link again, once per click', async () => {
  const api = await showEmail({ email_verified: false })
  await expect.element(page.getByText('Not verified', { exact: true })).toBeVisible()
  api.rejects(sendVerification, 'RATE_LIMITED')
  await button('Send the verification link again').click()
  await expect.poll(() => api.sent(sendVerification)).toHaveLength(1)
  await expect.element(button('Send the verification link again')).toBeEnabled()
  const answer = api.holds(sendVerification)
  await button('Send the verification link again').click()
  await expect.element(button('Send the verification link again')).toBeDisabled()
  answer({ message: 'Sent to ada@example.com' })
  await expect.element(page.getByText('Sent to ada@example.com')).toBeVisible()
})

test('an address that was verified elsewhere meanwhile shows as verified', async () => {
  const api = await showEmail({ email_verified: false })
  await expect.element(page.getByText('Not verified', { exact: true })).toBeVisible()
  api.rejects(sendVerification, 'CONFLICT')
  api.answers(readSession, { user: sampleAccount() })
  await button('Send the verification link again').click()
  await expect.element(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect.element(button('Send the verification link again')).not.toBeInTheDocument()
})

test('a server without mail says that it cannot verify, and offers no change', async () => {
  await showEmail({ email_verified: false, can_verify_email: false })
  await expect.element(page.getByText(/This server sends no mail/)).toBeVisible()
  await expect.element(button('Change e-mail address')).toBeDisabled()
  expect(button('Send the verification link again').elements()).toEqual([])
})

test('another address is asked for, waits for its confirmation, and can be cancelled', async () => {
  const api = await showEmail({})
  await button('Change e-mail address').click()
  await expect.element(field('New e-mail address')).toHaveFocus()
  await userEvent.keyboard('hopper{Enter}')
  await expect.element(field('New e-mail address')).toBeInvalid()
  expect(api.sent(changeEmail)).toEqual([])
  api.rejects(changeEmail, 'CONFLICT')
  await field('New e-mail address').fill('hopper@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field('New e-mail address')).toHaveValue('hopper@example.com')

  api.answers(changeEmail, { message: 'Open the link there' })
  api.answers(readEmailChange, { pending: { email: 'hopper@example.com', expires_at: at } })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/Waiting for hopper@example.com/)).toBeVisible()
  await expect.element(field('New e-mail address')).not.toBeInTheDocument()
  expect(api.sent(changeEmail).at(-1)?.body).toEqual({ email: 'hopper@example.com' })

  api.answers(cancelEmailChange, { message: 'Cancelled' })
  api.answers(readEmailChange, { pending: null })
  await button('Cancel the change').click()
  await expect.element(page.getByText(/Waiting for/)).not.toBeInTheDocument()
})

test('opening one setting closes the other, and Escape closes without sending', async () => {
  const api = fakeApi()
  api.answers(readAccountSecurity, security())
  api.answers(readSession, { user: sampleAccount() })
  await renderPart(
    <OneOpenSetting>
      <EmailRow />
      <PasswordRow />
    </OneOpenSetting>,
  )
  await button('Change e-mail address').click()
  await expect.element(field('New e-mail address')).toBeVisible()
  await button('Change password').click()
  await expect.element(field('Current password')).toHaveFocus()
  expect(field('New e-mail address').elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(field('Current password')).not.toBeInTheDocument()
  await expect.element(button('Change password')).toHaveFocus()
})

test('an empty vault starts only after its phrase, in any case', async () => {
  const api = fakeApi()
  api.answers(listDelayedChanges, { changes: [] })
  await renderPart(<EmptyVaultRow hasVault />)
  await button('Start empty vault').click()
  const phrase = page.getByLabelText(/start an empty vault/)
  await expect.element(phrase).toHaveFocus()
  await userEvent.keyboard('start a vault{Enter}')
  await expect.element(phrase).toBeInvalid()
  expect(api.sent(startEmptyVault)).toEqual([])
  api.answers(startEmptyVault, { change: change() })
  api.answers(listDelayedChanges, { changes: [change()] })
  await phrase.fill(' Start an EMPTY vault ')
  await userEvent.keyboard('{Enter}')
  await expect.element(phrase).not.toBeInTheDocument()
  expect(api.sent(startEmptyVault).map(({ body }) => body)).toEqual([
    { confirmation: 'start an empty vault' },
  ])
  await expect.element(button('Start empty vault')).toBeDisabled()
})

test('without a vault there is none to empty', async () => {
  fakeApi().answers(listDelayedChanges, { changes: [] })
  await renderPart(<EmptyVaultRow hasVault={false} />)
  await expect.element(page.getByText(/You have no vault yet/)).toBeVisible()
  await expect.element(button('Start empty vault')).toBeDisabled()
})

test('each change that waits is stopped by its own button', async () => {
  const api = fakeApi()
  const factors = change({ id: 'c2', kind: 'remove-factors', reason: 'Lost phone', by_operator: true })
  api.answers(listDelayedChanges, { changes: [change(), factors] })
  await renderPart(<PendingChanges />)
  await expect.element(page.getByText(/Reason: Lost phone/)).toBeVisible()
  await expectAccessible()
  const answer = api.holds(stopDelayedChange)
  await button('Stop: Your second factors will be removed').click()
  await expect.element(button('Stop: Your second factors will be removed')).toBeDisabled()
  await expect.element(button('Stop: Your vault will be emptied')).toBeEnabled()
  api.answers(listDelayedChanges, { changes: [change()] })
  answer({ message: 'Stopped' })
  await expect.element(button('Stop: Your second factors will be removed')).not.toBeInTheDocument()
  expect(api.sent(stopDelayedChange).map(({ path }) => path.split('/').at(-1))).toEqual(['c2'])

  api.rejects(stopDelayedChange, 'NOT_FOUND')
  api.answers(listDelayedChanges, { changes: [] })
  await button('Stop: Your vault will be emptied').click()
  await expect.element(page.getByRole('complementary', { name: 'Pending changes' })).not.toBeInTheDocument()
})

test('after second factors were removed, another phone is set up, or the notice is dismissed', async () => {
  const api = fakeApi()
  const notice = change({ id: 'n3', kind: 'factors-removed', by_operator: true })
  api.answers(listDelayedChanges, { changes: [notice] })
  await renderPart(<PendingChanges />)
  await expect.element(page.getByText(/Your password alone signs you in until you set one up/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Set up a new phone' }))
    .toHaveAttribute('href', '/account/security#authenticator-app')
  await expectAccessible()
  api.answers(stopDelayedChange, { message: 'Dismissed' })
  api.answers(listDelayedChanges, { changes: [] })
  await button('Dismiss: Your second factors were removed').click()
  await expect.element(page.getByRole('complementary', { name: 'Pending changes' })).not.toBeInTheDocument()
  expect(api.sent(stopDelayedChange).map(({ path }) => path.split('/').at(-1))).toEqual(['n3'])
})

test('an operator without a second factor is asked for one, also from elsewhere', async () => {
  fakeApi().answers(readAccountSecurity, security({ needs_second_factor: true }))
  await renderPart(<SecondFactorNotice isElsewhere />)
  await expect
    .element(page.getByRole('link', { name: 'Open Security' }))
    .toHaveAttribute('href', '/account/security')
})

test.each([
  ['2999-12-02T12:00:00.000Z', 'From December 2, the operator area opens only with a second factor'],
  ['2020-12-02T12:00:00.000Z', 'The operator area opens only with a second factor'],
])('reads when the operator area requires one: %s', async (second_factor_due, title) => {
  fakeApi().answers(readAccountSecurity, security({ needs_second_factor: true, second_factor_due }))
  await renderPart(<SecondFactorNotice isElsewhere />)
  await expect.element(page.getByText(title, { exact: true })).toBeVisible()
  await expectAccessible()
})

test('nobody else is asked for a second factor', async () => {
  fakeApi().answers(readAccountSecurity, security({ password: null }))
  await renderPart(
    <>
      <SecondFactorNotice />
      <PasswordRow />
    </>,
  )
  await expect.element(page.getByText('This account has no password.')).toBeVisible()
  expect(page.getByText('Switch on a second factor').elements()).toEqual([])
})
