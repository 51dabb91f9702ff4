import { login, register, type SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { listSignInProviders } from '@envhold/contract/accounts/identity-provider.ts'
import { signInWithTotp } from '@envhold/contract/accounts/second-factors.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useConnection } from '../../../connection/use-connection.ts'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { SessionExpiredDialog } from './session-expired-dialog.tsx'
import { type SignInDialog, SignInDialogs } from './sign-in-dialogs.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const token = `ses_zzzzzzzzzzzzz_${'1'.repeat(49)}`
const answerFor = (username: string): SignInAnswer => {
  const user = sampleAccount({ username })
  return { token, username, deviceToken: 'dev_new', data: { token, username, user } }
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const name = () => page.getByLabelText('E-mail or username')
const password = () => page.getByLabelText('Password', { exact: true })

function Front({ begin = 'sign-in', hasNext = false }: { begin?: SignInDialog; hasNext?: boolean }) {
  const [open, setOpen] = useState<SignInDialog | null>(begin)
  const [isIn, setIn] = useState(false)
  return isIn ? (
    <p>Signed in</p>
  ) : (
    <SignInDialogs open={open} onOpenChange={setOpen} hasNext={hasNext} onSignedIn={() => setIn(true)} />
  )
}
const show = async (props: Parameters<typeof Front>[0] = {}) => {
  const api = fakeApi()
  api.answers(listSignInProviders, { providers: [], sign_ups: 'open' })
  return { api, ...(await renderPart(<Front {...props} />)) }
}
const type = async (who: string, secret: string) => {
  await name().fill(who)
  await password().fill(secret)
}

test('an empty form names what is missing and sends nothing', async () => {
  const { api } = await show({ hasNext: true })
  await expect.element(page.getByText('Please log in first')).toBeVisible()
  await expect.element(name()).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(name()).toHaveAccessibleDescription(/E-mail is required/)
  await expect.element(password()).toBeInvalid()
  expect(api.sent(login)).toEqual([])
})

test('a wrong password is said, what was typed stays, and the session before is forgotten', async () => {
  const { api, connection } = await show()
  api.rejects(login, 'INVALID_CREDENTIALS')
  await type('ada', 'wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(name()).toHaveValue('ada')
  await expect.element(password()).toHaveValue('wrong')
  expect(connection.session.read()).toBeNull()
})

test('the right password signs in, with the token of this browser for this name', async () => {
  const { api, connection } = await show()
  connection.deviceTokens.save(['ADA'], 'dev_ada')
  connection.deviceTokens.save(['grace'], 'dev_grace')
  const answer = api.holds(login)
  await type('ada', 'right')
  await button('Sign in').click()
  await expect.element(button('Sign in')).toBeDisabled()
  answer({ ...answerFor('ada'), restored: true })
  await expect.element(page.getByText('Signed in', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Welcome back, your account is restored')).toBeVisible()
  expect(api.sent(login).map(({ body }) => body)).toEqual([
    { email: 'ada', password: 'right', deviceToken: 'dev_ada' },
  ])
  expect(connection.session.read()).toEqual({ token, username: 'ada', accountId: '1' })
  expect(connection.deviceTokens.find('ada@example.com')).toBe('dev_new')
})

test('a second factor is asked for after the password, and Back leads to the form as it was', async () => {
  const { api, connection } = await show()
  api.rejects(login, 'MFA_REQUIRED')
  await type('ada', 'right')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Code', { exact: true })).toHaveFocus()
  await button('Back').click()
  await expect.element(name()).toHaveValue('ada')
  await button('Sign in').click()
  api.answers(signInWithTotp, answerFor('ada'))
  await page.getByLabelText('Code', { exact: true }).fill('123456')
  await expect.element(page.getByText('Signed in', { exact: true })).toBeVisible()
  expect(api.sent(signInWithTotp).map(({ body }) => body)).toEqual([{ ticket: 'mfa_ticket', code: '123456' }])
  expect(connection.session.read()?.token).toBe(token)
})

test('a shown password can be read and hidden again', async () => {
  await show()
  await password().fill('right')
  await button('Show what is typed').click()
  await expect.element(password()).toHaveAttribute('type', 'text')
  await button('Hide what is typed').click()
  await expect.element(password()).toHaveAttribute('type', 'password')
  await expect.element(password()).toHaveValue('right')
})

test('the forms for signing in and up lead to each other, and Escape closes them', async () => {
  await show()
  await button('Create one').click()
  await expect.element(page.getByRole('dialog', { name: 'Create your account' })).toBeVisible()
  await button('Sign in').click()
  await expect.element(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('an address that was typed goes along to a new password, and a username does not', async () => {
  sessionStorage.clear()
  await show()
  const link = page.getByRole('link', { name: 'Forgot your password?' })
  document.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true })
  await name().fill('ada')
  await link.click()
  expect(sessionStorage).toHaveLength(0)
  document.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true })
  await name().fill('ada@example.com')
  await link.click()
  expect(Object.values(sessionStorage)).toEqual(['ada@example.com'])
  await expect.element(link).toHaveAttribute('href', '/reset-password')
  sessionStorage.clear()
})

test('where the provider is the only way in, a password is for operators', async () => {
  const api = fakeApi()
  api.answers(listSignInProviders, {
    providers: [{ label: 'Example SSO', only_way_in: true }],
    sign_ups: 'open',
  })
  await renderPart(<Front />)
  await expect.element(button('Continue with Example SSO')).toBeVisible()
  expect(password().elements()).toEqual([])
  await button('Sign in with a password').click()
  await expect.element(password()).toBeVisible()
})

const fillSignUp = async () => {
  await page.getByLabelText('E-mail', { exact: true }).fill('grace@example.com')
  await password().fill('a sentence of mine')
}

test('a new account says how long its password is, and sends no empty username', async () => {
  const { api, connection } = await show({ begin: 'sign-up' })
  await expect.element(page.getByLabelText('E-mail', { exact: true })).toHaveFocus()
  await expectAccessible()
  await expect.element(password()).toHaveAccessibleDescription(/At least 8 characters/)
  await password().fill('12345678')
  await expect.element(password()).toHaveAccessibleDescription(/Long enough/)
  await fillSignUp()
  await expect.element(password()).toHaveAccessibleDescription(/A good length/)
  await page.getByLabelText(/Username/).fill('  ')
  await page.getByLabelText(/First name/).fill('Grace')
  api.answers(register, answerFor('grace'))
  await button('Create account').click()
  await expect.element(page.getByText('Registration successful!')).toBeVisible()
  expect(api.sent(register).map(({ body }) => body)).toEqual([
    { email: 'grace@example.com', firstName: 'Grace', password: 'a sentence of mine' },
  ])
  expect(connection.session.read()?.username).toBe('grace')
})

test('an address that is taken is named at its field, and the rest of the form stays', async () => {
  const { api } = await show({ begin: 'sign-up' })
  await fillSignUp()
  await page.getByLabelText(/Username/).fill('grace')
  api.rejects(register, 'CONFLICT', [{ path: 'email', message: 'This address has an account' }])
  await userEvent.keyboard('{Enter}')
  const email = page.getByLabelText('E-mail', { exact: true })
  await expect.element(email).toHaveAccessibleDescription(/This address has an account/)
  await expect.element(password()).toHaveValue('a sentence of mine')
  api.rejects(register, 'INTERNAL')
  await button('Create account').click()
  await expect.element(page.getByText(/Registration failed/)).toBeVisible()
  await expect.element(page.getByLabelText(/Username/)).toHaveValue('grace')
})

test('an invitation fixes the address, and its secret is sent', async () => {
  const api = fakeApi()
  api.answers(listSignInProviders, { providers: [], sign_ups: 'invited' })
  api.answers(register, answerFor('grace'))
  const invitation = { email: 'grace@example.com', secret: 'inv_secret' }
  await renderPart(<SignUpForm onSignedIn={() => {}} invitation={invitation} />)
  await expect.element(password()).toHaveFocus()
  await expect.element(page.getByLabelText('E-mail', { exact: true })).toHaveAttribute('readonly')
  await userEvent.keyboard('a sentence of mine{Enter}')
  await expect
    .poll(() => api.sent(register).map(({ body }) => body))
    .toEqual([{ email: 'grace@example.com', password: 'a sentence of mine', invitation: 'inv_secret' }])
})

function Page({ isShared = false }: { isShared?: boolean }) {
  const { sessionExpired } = useConnection()
  const [left, setLeft] = useState('')
  return (
    <>
      <label>
        Draft <input />
      </label>
      <button type="button" onClick={() => sessionExpired.set(true)}>
        Expire
      </button>
      <p>{left}</p>
      <SessionExpiredDialog
        onCancel={() => setLeft('Gave up')}
        {...(!isShared && { onOtherAccount: () => setLeft('Left for another') })}
      />
    </>
  )
}
const expire = async (isShared = false) => {
  const api = fakeApi()
  api.answers(listSignInProviders, { providers: [], sign_ups: 'open' })
  const part = await renderPart(<Page isShared={isShared} />)
  await page.getByLabelText('Draft').fill('kept')
  await button('Expire').click()
  await expect.element(name()).toHaveValue('ada')
  await expect.element(password()).toHaveFocus()
  return { api, ...part }
}

test('a page that is for any account continues with another one, and without what the first one read', async () => {
  const { api, connection } = await expire(true)
  connection.queries.setQueryData(['read'], 'by Ada')
  api.answers(login, answerFor('grace'))
  await name().fill('grace')
  await password().fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(connection.session.read()?.username).toBe('grace')
  expect(connection.queries.getQueryData(['read'])).toBeUndefined()
})

test('signing in again goes on with the page as it was, also after a wrong password', async () => {
  const { api, connection } = await expire()
  api.rejects(login, 'INVALID_CREDENTIALS')
  await userEvent.keyboard('wrong{Enter}')
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(connection.session.read()?.username).toBe('ada')
  api.answers(login, answerFor('ada'))
  await password().fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Draft')).toHaveValue('kept')
  expect(connection.sessionExpired.read()).toBe(false)
})

test('signing in again in another tab continues the page too', async () => {
  const { connection } = await expire()
  localStorage.setItem('token', token)
  connection.session.adopt()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Draft')).toHaveValue('kept')
  expect(connection.session.read()?.token).toBe(token)
})

test('above a dialog, the password has the focus, and giving up asks about what was typed there', async () => {
  const api = fakeApi()
  api.answers(listSignInProviders, { providers: [], sign_ups: 'open' })
  const { connection } = await renderPart(
    <>
      <Dialog onClose={() => {}} title="Add Variable">
        <Input aria-label="Key" autoFocus />
      </Dialog>
      <Page />
    </>,
  )
  await expect.element(page.getByLabelText('Key')).toHaveFocus()
  connection.unsaved.add()
  connection.sessionExpired.set(true)
  await expect.element(password()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => connection.unsaved.isAsking.read()).toBe(true)
  connection.unsaved.answer(false)
  await expect.element(password()).toBeVisible()
  expect(page.getByText('Gave up').query()).toBeNull()
  await userEvent.keyboard('{Escape}')
  connection.unsaved.answer(true)
  await expect.element(page.getByText('Gave up')).toBeInTheDocument()
})

test('another account, or giving up, leaves the page', async () => {
  const { api } = await expire()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Gave up')).toBeInTheDocument()
  api.answers(login, answerFor('grace'))
  await type('grace', 'right')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Left for another')).toBeInTheDocument()
})
