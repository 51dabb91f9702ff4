import { readSession } from '@envhold/contract/accounts/accounts.ts'
import {
  confirmEmailChange,
  openEmailChange,
  openPasswordReset,
  openProtection,
  type ProtectionPurpose,
  resetPassword,
  useProtection,
} from '@envhold/contract/accounts/mailed-links.ts'
import { Link } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { type RenderedPart, renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { type LinkPath, MailedLinkPage } from './mailed-link-route.tsx'

const token = 'eml_secret'
const grace = { username: 'grace', email: 'grace@example.com' }
const open = (path: LinkPath, hash = `#${token}`): Promise<RenderedPart> =>
  renderPart(<MailedLinkPage path={path} />, { path: path + hash })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

function signedInAs(username: string): FakeApi {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount({ username }) })
  return api
}
function protection(api: FakeApi, purpose: ProtectionPurpose, subject: string | null = null): void {
  api.answers(openProtection, { ...grace, purpose, subject })
}

test('a valid link for a new password shows whose it is, leaves the address bar, and ends the session', async () => {
  const api = signedInAs('ada')
  api.answers(openPasswordReset, { ...grace, removes_factors: false })
  const { location, connection } = await open('/reset-password')
  await expect.element(page.getByText('grace@example.com')).toBeVisible()
  expect(location()).toBe('/reset-password')
  expect(api.sent(openPasswordReset).map(({ body }) => body)).toEqual([{ token }])
  await page.getByLabelText('New password', { exact: true }).fill('a sentence of mine')
  await page.getByLabelText('Confirm new password').fill('another one')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect.element(page.getByText('Passwords don’t match')).toBeVisible()
  api.answers(resetPassword, { message: 'Set' })
  await page.getByLabelText('Confirm new password').fill('a sentence of mine')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect.element(heading('Your new password is set')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(connection.session.read()).toBeNull()
})

test('a link for an account whose address was never verified says what else it removes', async () => {
  signedInAs('ada').answers(openPasswordReset, { ...grace, removes_factors: true })
  await open('/reset-password')
  await expect.element(page.getByText('This address was never verified')).toBeVisible()
})

test('a refused password stays on the form; a link that ended meanwhile offers another', async () => {
  const api = signedInAs('ada')
  api.answers(openPasswordReset, { ...grace, removes_factors: false })
  api.rejects(resetPassword, 'VALIDATION_FAILED', [
    { path: 'newPassword', message: 'This is one of the most common passwords.' },
  ])
  await open('/reset-password')
  for (const label of ['New password', 'Confirm new password'])
    await page.getByLabelText(label, { exact: true }).fill('password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect.element(page.getByText('This is one of the most common passwords.')).toBeVisible()
  api.rejects(resetPassword, 'NOT_FOUND')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect.element(page.getByText('This link was already used')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
})

test('a used or expired link for a new password offers another', async () => {
  signedInAs('ada').rejects(openPasswordReset, 'NOT_FOUND')
  await open('/reset-password')
  await expect.element(page.getByText('This link was already used')).toBeVisible()
  await expect.element(page.getByLabelText('E-mail')).toBeVisible()
})

test('a new address is confirmed by its own account', async () => {
  const api = signedInAs('grace')
  api.answers(openEmailChange, { ...grace, email: 'hopper@example.com' })
  api.answers(confirmEmailChange, { message: 'Changed' })
  await open('/confirm-email')
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect.element(heading('Your e-mail address is changed')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible()
})

test('somebody else who is signed in is asked to switch, and signs in on the page', async () => {
  const api = signedInAs('ada')
  api.answers(openEmailChange, { ...grace, email: 'hopper@example.com' })
  const { connection } = await open('/confirm-email')
  await expect.element(page.getByText('You are signed in as ada')).toBeVisible()
  expect(page.getByRole('button', { name: 'Use this address' }).elements()).toEqual([])
  connection.session.clear()
  await expect.element(heading('Sign in to confirm this address')).toBeVisible()
  await expect.element(page.getByLabelText('E-mail or username')).toBeVisible()
  expect(api.sent(confirmEmailChange)).toEqual([])
})

test.each([
  ['/not-me', 'not-me', 'Secure my account', 'Now set a new password', null],
  ['/remove-factor', 'remove-factor', 'Secure my account', 'Now set a new password', 'the passkey Key'],
  ['/undo-email', 'undo-email', 'Undo the change', 'The change is undone', 'grace@example.com'],
  ['/stop-change', 'stop-change', 'Stop the change', 'The change is stopped', 'empty-vault'],
  ['/revoke-tokens', 'revoke-tokens', 'Revoke all tokens', 'All personal tokens are revoked', null],
] as const)('%s acts on a click only, whoever is signed in', async (path, purpose, button, done, subject) => {
  const api = signedInAs('ada')
  protection(api, purpose, subject)
  api.answers(useProtection, { message: 'What was done.' })
  await open(path)
  await expect.element(page.getByText('grace', { exact: true })).toBeVisible()
  expect(api.sent(useProtection)).toEqual([])
  await page.getByRole('button', { name: button }).click()
  await expect.element(heading(done)).toBeVisible()
  await expect.element(page.getByText('What was done.')).toBeVisible()
  expect(api.sent(useProtection).map(({ body }) => body)).toEqual([{ token }])
})

test('a security link that has ended says so, before or after the click', async () => {
  const api = signedInAs('ada')
  protection(api, 'stop-change', 'remove-factors')
  api.rejects(useProtection, 'NOT_FOUND')
  await open('/stop-change')
  await expect.element(page.getByText('Your second factors stay as they are.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the change' }).click()
  await expect.element(heading('This link is no longer valid')).toBeVisible()
})

test('the link about an added factor names it, or says that it was removed already', async () => {
  const api = signedInAs('ada')
  protection(api, 'remove-factor', 'the passkey Key')
  await open('/remove-factor')
  await expect.element(page.getByText('We remove the passkey Key, sign out every device')).toBeVisible()
  protection(api, 'remove-factor', null)
  await open('/remove-factor')
  await expect.element(page.getByText('What this mail is about was removed already.')).toBeVisible()
})

test.each([
  '/confirm-email',
  '/not-me',
  '/remove-factor',
  '/undo-email',
  '/stop-change',
  '/revoke-tokens',
] as const)('%s says that an expired link is no longer valid', async (path) => {
  const api = signedInAs('ada')
  for (const endpoint of [openEmailChange, openProtection]) api.rejects(endpoint, 'NOT_FOUND')
  await open(path)
  await expect.element(heading('This link is no longer valid')).toBeVisible()
})

test('a page that was reloaded asks for the link, and sends nothing', async () => {
  const api = signedInAs('ada')
  await open('/not-me', '')
  await expect.element(heading('Open the link again')).toBeVisible()
  expect(api.sent(openProtection)).toEqual([])
})

test('offline, the link is not lost: it is opened again', async () => {
  const api = signedInAs('ada')
  protection(api, 'not-me')
  const online = fetch
  const network = { isDown: true }
  vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) =>
    network.isDown ? Promise.reject(new TypeError('Failed to fetch')) : online(...sent),
  )
  await open('/not-me')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to open the link')
  network.isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: 'Secure my account' })).toBeVisible()
  expect(api.sent(openProtection).map(({ body }) => body)).toEqual([{ token }])
})

test.each(['/reset-password', '/confirm-email', '/not-me'] as const)(
  '%s shows the link that is opened second in the same tab',
  async (path) => {
    const api = signedInAs('ada')
    const accountOf = (body: unknown) => {
      const username = JSON.stringify(body).includes(token) ? 'grace' : 'hopper'
      return { username, email: `${username}@example.com` }
    }
    api.answers(openPasswordReset, ({ body }) => ({ ...accountOf(body), removes_factors: false }))
    api.answers(openEmailChange, ({ body }) => accountOf(body))
    api.answers(openProtection, ({ body }) => ({
      ...accountOf(body),
      purpose: 'not-me' as const,
      subject: null,
    }))
    await renderPart(
      <>
        <MailedLinkPage path={path} />
        <Link to={path} hash="eml_other">
          Second link
        </Link>
      </>,
      { path: `${path}#${token}` },
    )
    await expect.element(page.getByText('grace').first()).toBeVisible()
    await page.getByText('Second link').click()
    await expect.element(page.getByText('hopper').first()).toBeVisible()
  },
)
