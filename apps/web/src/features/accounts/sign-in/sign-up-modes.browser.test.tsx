import type { SignUpMode } from '@envhold/contract/accounts/accounts.ts'
import { listSignInProviders } from '@envhold/contract/accounts/identity-provider.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const nothing = () => {}
const invitation = { email: 'guest@example.com', secret: 'inv_x' }
const withMode = (sign_ups: SignUpMode) => fakeApi().answers(listSignInProviders, { providers: [], sign_ups })
const create = () => page.getByRole('button', { name: 'Create account' })

test.each([
  ['closed', /accepts no new accounts/],
  ['invited', /need an invitation/],
] as const)('while sign-ups are %s, there is a reason in place of the form', async (mode, reason) => {
  withMode(mode)
  await renderPart(<SignUpForm onSignedIn={nothing} onSignIn={nothing} />)
  await expect.element(page.getByText(reason)).toBeVisible()
  expect(create().elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('an invitation opens the form, unless sign-ups are closed', async () => {
  withMode('invited')
  await renderPart(<SignUpForm onSignedIn={nothing} invitation={invitation} />)
  await expect.element(create()).toBeVisible()
  withMode('closed')
  await renderPart(<SignUpForm onSignedIn={nothing} invitation={invitation} />)
  await expect.element(page.getByText(/accepts no new accounts/)).toBeVisible()
})

test('who signs up is told that an operator approves accounts', async () => {
  withMode('approval')
  await renderPart(<SignUpForm onSignedIn={nothing} />)
  await expect.element(page.getByText(/approves each new account/)).toBeVisible()
  await expect.element(create()).toBeVisible()
})

test('signing in offers no account while there are none', async () => {
  withMode('closed')
  await renderPart(<SignInForm onSignedIn={nothing} onSignUp={nothing} />)
  await expect.element(page.getByText(/accepts no new accounts/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Create one' }).elements()).toEqual([])
})
