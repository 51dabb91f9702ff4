import {
  openVerification,
  sendVerification,
  verifyEmail,
} from '@envhold/contract/accounts/account-settings.ts'
import { readSession, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { requestPasswordReset } from '@envhold/contract/accounts/mailed-links.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount, sampleUserStatus } from '../../../tests/samples.ts'
import { RequestResetForm } from '../mailed-links/reset-password.tsx'
import { VerifyEmail } from './verify-email.tsx'
import { VerifyNotice } from './verify-notice.tsx'

const ada = { username: 'ada', email: 'ada@example.com' }
const unverified = { user: sampleAccount({ email_verified: false }) }
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

function Linked({ token }: { token: string | null }) {
  const [isSwitching, setSwitching] = useState(false)
  return isSwitching ? (
    <p>Switching</p>
  ) : (
    <VerifyEmail token={token} onSwitchAccount={() => setSwitching(true)} nextStep={<p>Go on</p>} />
  )
}
const open = async (token: string | null = 'eml_secret', user = unverified.user) => {
  const api = fakeApi()
  api.answers(readSession, { user })
  api.answers(openVerification, ada)
  return { api, show: () => renderPart(<Linked token={token} />) }
}

test('an address is confirmed on a click only, after an error too', async () => {
  const { api, show } = await open()
  await show()
  await expect.element(heading('Confirm your e-mail address')).toBeVisible()
  expect(api.sent(openVerification).map(({ body }) => body)).toEqual([{ token: 'eml_secret' }])
  expect(api.sent(verifyEmail)).toEqual([])
  api.rejects(verifyEmail, 'RATE_LIMITED')
  await button('Confirm address').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  const answer = api.holds(verifyEmail)
  await button('Confirm address').click()
  await expect.element(button('Confirm address')).toBeDisabled()
  api.answers(readSession, { user: sampleAccount() })
  answer({ message: 'Verified' })
  await expect.element(heading('Your e-mail address is verified')).toBeVisible()
  await expect.element(page.getByText('Go on')).toBeVisible()
  expect(api.sent(verifyEmail).map(({ body }) => body)).toEqual([
    { token: 'eml_secret' },
    { token: 'eml_secret' },
  ])
})

test.each(['before', 'after'])('a link that ends %s the click is replaced by a new mail', async (when) => {
  const { api, show } = await open()
  api.rejects(when === 'before' ? openVerification : verifyEmail, 'NOT_FOUND')
  await show()
  if (when === 'after') await button('Confirm address').click()
  await expect.element(heading('This link is no longer valid')).toBeVisible()
  api.answers(sendVerification, { message: 'Sent to ada@example.com' })
  await button('Send a new link').click()
  await expect.element(page.getByText('Sent to ada@example.com')).toBeVisible()
  await expect.element(page.getByText('Go on')).toBeVisible()
  expect(button('Send a new link').elements()).toEqual([])
})

test('a page without its link asks to open it again, and asks the server nothing', async () => {
  const { api, show } = await open(null)
  await show()
  await expect.element(heading('Open the link again')).toBeVisible()
  await expect.element(button('Send a new link')).toBeVisible()
  expect(api.sent(openVerification)).toEqual([])
})

test('an address that is verified already needs nothing more', async () => {
  const { api, show } = await open('eml_used', sampleAccount())
  api.rejects(openVerification, 'NOT_FOUND')
  await show()
  await expect.element(heading('Your address is verified already')).toBeVisible()
  await expect.element(page.getByText('Go on')).toBeVisible()
})

test('the link of another account confirms nothing here, and offers to switch', async () => {
  const { api, show } = await open()
  api.answers(openVerification, { username: 'grace', email: 'grace@example.com' })
  await show()
  await expect.element(heading('This link belongs to another account')).toBeVisible()
  expect(button('Confirm address').elements()).toEqual([])
  await button('Switch account').click()
  await expect.element(page.getByText('Switching')).toBeVisible()
})

test('the same address in another spelling is the same account', async () => {
  const { api, show } = await open()
  api.answers(openVerification, { username: 'ada', email: 'ADA@Example.com' })
  await show()
  await expect.element(button('Confirm address')).toBeVisible()
})

test('who is signed out signs in first, and the link is kept', async () => {
  const { api, show } = await open()
  const { connection } = await show()
  await expect.element(button('Confirm address')).toBeVisible()
  connection.forget()
  await expect.element(heading('Sign in to confirm this address')).toBeVisible()
  await expect.element(page.getByLabelText('E-mail or username')).toHaveValue('ada@example.com')
  expect(api.sent(verifyEmail)).toEqual([])
})

test('a link that cannot be opened now is opened again', async () => {
  const { api, show } = await open()
  api.rejects(openVerification, 'RATE_LIMITED')
  await show()
  await expect.element(page.getByRole('alert')).toBeVisible()
  api.answers(openVerification, ada)
  await button('Try again').click()
  await expect.element(button('Confirm address')).toBeVisible()
})

test('the notice sends the link once, and is gone for a verified address', async () => {
  const api = fakeApi()
  api.answers(readSession, unverified)
  api.answers(sendVerification, { message: 'Sent to ada@example.com' })
  await renderPart(<VerifyNotice />)
  await button('Send link again').click()
  await expect.element(page.getByText('Sent to ada@example.com')).toBeVisible()
  await expect.element(button('Send link again')).not.toBeInTheDocument()
  await expect.element(page.getByText(/Confirm your e-mail address to see/)).toBeVisible()
})

const withoutMail = (roleName: string): FakeApi => {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount({ email_verified: false, can_verify_email: false }) })
  const status = sampleUserStatus('ACTIVE')
  const roles = [{ id: 7, name: roleName, display_name: roleName, permissions: [] }]
  api.answers(readUserStatus, { ...status, user: { ...status.user, roles } })
  return api
}

test('without a mail server people get no notice', async () => {
  localStorage.removeItem('no-mail-dismissed')
  const api = withoutMail('USER')
  await renderPart(<VerifyNotice />)
  await expect.poll(() => api.sent(readUserStatus)).toHaveLength(1)
  expect(page.getByRole('button').elements()).toEqual([])
})

test('without a mail server operators get one line, which they can dismiss', async () => {
  localStorage.removeItem('no-mail-dismissed')
  withoutMail('SUPER_ADMIN')
  await renderPart(<VerifyNotice />)
  await expect.element(page.getByText(/This server sends no mail/)).toBeVisible()
  await expectAccessible()
  expect(button('Send link again').elements()).toEqual([])
  await button('Dismiss the note about mail').click()
  await expect.element(page.getByText(/sends no mail/)).not.toBeInTheDocument()
  expect(localStorage.getItem('no-mail-dismissed')).not.toBeNull()
})

test('asking for a new password begins with the address typed before, and keeps it after an error', async () => {
  sessionStorage.setItem('envhold.reset-email', 'ada@example.com')
  const api = fakeApi()
  await renderPart(<RequestResetForm back={<p>Back</p>} />)
  sessionStorage.clear()
  const email = page.getByLabelText('E-mail', { exact: true })
  await expect.element(email).toHaveValue('ada@example.com')
  await email.fill('ada')
  await button('Mail me a link').click()
  await expect.element(email).toBeInvalid()
  expect(api.sent(requestPasswordReset)).toEqual([])
  api.rejects(requestPasswordReset, 'RATE_LIMITED')
  await email.fill('grace@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(email).toHaveValue('grace@example.com')
  api.answers(requestPasswordReset, { message: 'If there is an account, a link is on its way.' })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/a link is on its way/)).toBeVisible()
  await expect.element(page.getByText('Back', { exact: true })).toBeVisible()
  await expectAccessible()
})
