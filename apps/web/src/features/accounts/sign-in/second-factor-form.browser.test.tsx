import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { startPasskeySecondFactor } from '@envhold/contract/accounts/passkey-authentication.ts'
import { signInWithRecoveryCode, signInWithTotp } from '@envhold/contract/accounts/second-factors.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { recoveryCodeUse } from '../../../connection/session/recovery-code-use.ts'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount, sampleSecurity } from '../../../tests/samples.ts'
import { UntilSaid } from '../../../tests/until-said.tsx'
import { RecoveryCodeNotice } from '../security/recovery-code-notice.tsx'
import type { PendingSignIn } from './pending-sign-in.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

const show = async (methods: PendingSignIn['methods'] = ['totp', 'recovery-code']) => {
  const api = fakeApi()
  const pending = { name: 'ada', ticket: 'mfa_ticket', methods }
  await renderPart(
    <UntilSaid>
      {(say) => (
        <SecondFactorForm pending={pending} onSignedIn={() => say('In')} onBack={() => say('Back')} />
      )}
    </UntilSaid>,
  )
  return { api }
}
const code = () => page.getByLabelText('Code', { exact: true })

test('six digits are sent at once, with spaces or without, and a wrong code leaves the field empty', async () => {
  const { api } = await show()
  api.rejects(signInWithTotp, 'INVALID_CREDENTIALS')
  await expect.element(code()).toHaveFocus()
  await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible()
  await userEvent.keyboard('123 45')
  expect(api.sent(signInWithTotp)).toHaveLength(0)
  await userEvent.keyboard('6')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(code()).toHaveValue('')
  await expect.element(code()).toHaveFocus()
  expect(api.sent(signInWithTotp).map(({ body }) => body)).toEqual([
    { ticket: 'mfa_ticket', code: '123 456' },
  ])
})

test('an incomplete code is not sent', async () => {
  const { api } = await show()
  await userEvent.keyboard('12345{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The code has six digits')
  expect(api.sent(signInWithTotp)).toHaveLength(0)
})

test('an expired sign-in says so and leads back to the password', async () => {
  const { api } = await show()
  api.rejects(signInWithRecoveryCode, 'NOT_FOUND')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabelText('Recovery code', { exact: true }).fill('abcd-efgh-jkmn-pqrs')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('This sign-in has expired')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect.element(page.getByText('Back', { exact: true })).toBeVisible()
})

test('a sign-in that has expired says so to a passkey, too', async () => {
  const { api } = await show(['passkey', 'totp'])
  api.rejects(startPasskeySecondFactor, 'NOT_FOUND')
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect.element(page.getByText('This sign-in has expired')).toBeVisible()
})

test('a passkey comes first, and the codes are one button away', async () => {
  await show(['passkey', 'totp', 'recovery-code'])
  await expect.element(page.getByRole('button', { name: 'Continue with a passkey' })).toBeVisible()
  await page.getByRole('button', { name: 'Use your authenticator app' }).click()
  await expect.element(code()).toHaveFocus()
})

test('a recovery code that signs in is remembered, a code of the app is not', async () => {
  recoveryCodeUse.forget()
  const { api } = await show()
  const token = `ses_zzzzzzzzzzzzz_${'1'.repeat(49)}`
  const data = { token, username: 'ada', user: sampleAccount() }
  const signedIn: SignInAnswer = { token, username: 'ada', deviceToken: 'dev_new', data }
  api.answers(signInWithRecoveryCode, signedIn)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabelText('Recovery code', { exact: true }).fill('abcd-efgh-jkmn-pqrs')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('In', { exact: true })).toBeVisible()
  expect(recoveryCodeUse.read()).toBe(true)
  const again = await show()
  again.api.answers(signInWithTotp, signedIn)
  await code().fill('123456')
  await expect.poll(() => recoveryCodeUse.read()).toBe(false)
})

test('the banner after a recovery code is dismissed for the tab', async () => {
  recoveryCodeUse.save()
  const security = sampleSecurity({ totp: true, recovery_codes: 9 })
  fakeApi().answers(readAccountSecurity, { security })
  await renderPart(<RecoveryCodeNotice />)
  await expect.element(page.getByText('9 recovery codes left')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Set up a new phone' }))
    .toHaveAttribute('href', '/account/security#authenticator-app')
  await expectAccessible()
  await page.getByRole('button', { name: 'I have my phone' }).click()
  await expect.element(page.getByText('9 recovery codes left')).not.toBeInTheDocument()
  expect(recoveryCodeUse.read()).toBe(false)
})
