import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import {
  finishProviderLink,
  finishProviderSignIn,
  listSignInProviders,
  readProviderLink,
  startProviderLink,
  startProviderSignIn,
  unlinkProvider,
} from '@envhold/contract/accounts/identity-provider.ts'
import { signInWithTotp } from '@envhold/contract/accounts/second-factors.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { ProviderRow } from '../security/security-rows.tsx'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { savePendingRedirect } from './prepare-request.ts'
import { sendResponse, windowBlocked } from './provider-button.tsx'
import { ProviderCallback } from './provider-callback.tsx'

const at = '2026-03-01T10:00:00.000Z'
const token = `ses_zzzzzzzzzzzzz_${'1'.repeat(49)}`
const url = 'https://sso.example.com/authorize?state=st1'
const browserValue = 'v'.repeat(43)
const params = 'code=c1&state=st1'
const bytes32 = expect.stringMatching(/^[\w-]{43}$/)
const user = sampleAccount({ username: 'grace', email: 'grace@example.com' })
const answer: SignInAnswer = {
  token,
  username: 'grace',
  deviceToken: 'dev_new',
  data: { token, username: 'grace', user },
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

/** Stands for the window that the browser opens, which would leave for another host. */
function fakeWindow() {
  const opened = { at: 'about:blank', isClosed: false }
  const location = {
    replace: (address: string) => {
      opened.at = address
    },
  }
  const close = () => {
    opened.isClosed = true
  }
  vi.stubGlobal('open', () => ({ location, close }))
  return opened
}

function SignIn() {
  const [isIn, setIn] = useState(false)
  return isIn ? <p>Signed in</p> : <SignInForm onSignedIn={() => setIn(true)} />
}
const showSignIn = async () => {
  const api = fakeApi()
  api.answers(listSignInProviders, { providers: [{ label: 'SSO', only_way_in: false }], sign_ups: 'open' })
  api.answers(startProviderSignIn, { url })
  const part = await renderPart(<SignIn />)
  await expect.element(button('Continue with SSO')).toBeVisible()
  return { api, opened: fakeWindow(), ...part }
}

test('the answer of the window signs in, and an answer to another request does not', async () => {
  const { api, opened, connection } = await showSignIn()
  api.answers(finishProviderSignIn, { ...answer, return_path: '/invite' })
  await button('Continue with SSO').click()
  await expect.poll(() => opened.at).toBe(url)
  await expect.element(button('Waiting for SSO…')).toBeDisabled()
  const channel = new BroadcastChannel('provider-callback')
  channel.postMessage({ params: 'code=c2&state=other' })
  channel.close()
  expect(await sendResponse(params)).toBe(true)
  await expect.element(page.getByText('Signed in', { exact: true })).toBeVisible()
  expect(api.sent(startProviderSignIn).map(({ body }) => body)).toEqual([
    { browserHash: bytes32, returnPath: '/invite' },
  ])
  expect(api.sent(finishProviderSignIn).map(({ body }) => body)).toEqual([{ params, browserValue: bytes32 }])
  expect(connection.session.read()).toEqual({ token, username: 'grace', accountId: '1' })
  expect(connection.deviceTokens.find('#provider')).toBe('dev_new')
})

test('a blocked window is explained, and one that the server refuses is closed', async () => {
  const { api, opened } = await showSignIn()
  vi.stubGlobal('open', () => null)
  await button('Continue with SSO').click()
  await expect.element(page.getByText(windowBlocked)).toBeVisible()
  expect(api.sent(startProviderSignIn)).toEqual([])
  const next = fakeWindow()
  api.rejects(startProviderSignIn, 'UNAVAILABLE')
  await button('Continue with SSO').click()
  await expect.poll(() => next.isClosed).toBe(true)
  await expect.element(page.getByText(windowBlocked)).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(opened.at).toBe('about:blank')
})

test('an address that is none of a provider is not opened', async () => {
  const { api, opened } = await showSignIn()
  api.answers(startProviderSignIn, { url: 'javascript:alert(1)?state=st1' })
  await button('Continue with SSO').click()
  await expect.element(page.getByText('Signing in failed')).toBeVisible()
  expect(opened).toEqual({ at: 'about:blank', isClosed: true })
})

test('Cancel ends the waiting, closes the window and takes no answer any more', async () => {
  const { api, opened } = await showSignIn()
  await button('Continue with SSO').click()
  await expect.poll(() => opened.at).toBe(url)
  await button('Cancel').click()
  await expect.element(button('Continue with SSO')).toBeEnabled()
  await expect.poll(() => opened.isClosed).toBe(true)
  expect(page.getByRole('alert').elements()).toEqual([])
  const next = fakeWindow()
  api.answers(finishProviderSignIn, { ...answer, return_path: '/invite' })
  await button('Continue with SSO').click()
  await expect.poll(() => next.at).toBe(url)
  await expect.poll(() => sendResponse(params)).toBe(true)
  await expect.element(page.getByText('Signed in', { exact: true })).toBeVisible()
  expect(api.sent(finishProviderSignIn)).toHaveLength(1)
})

test('Cancel before the server has answered opens nothing later', async () => {
  const { api, opened } = await showSignIn()
  const start = api.holds(startProviderSignIn)
  await button('Continue with SSO').click()
  await button('Cancel').click()
  start({ url })
  await expect.poll(() => opened.isClosed).toBe(true)
  expect(opened.at).toBe('about:blank')
})

const showLink = async (overrides: {
  linked?: boolean
  has_other_way_in?: boolean
  label?: string | null
}): Promise<{ api: FakeApi; token: () => string | undefined }> => {
  const { linked = false, has_other_way_in = true, label = 'SSO' } = overrides
  const api = fakeApi()
  api.answers(readProviderLink, {
    provider: label === null ? null : { label, only_way_in: !has_other_way_in },
    linked: linked ? { email: 'ada@sso.example.com', created_at: at, last_used_at: at } : null,
    has_other_way_in,
  })
  const { connection } = await renderPart(<ProviderRow />)
  return { api, token: () => connection.session.read()?.token }
}

test('linking starts the request first and opens the window on a second click', async () => {
  const { api, token: tokenNow } = await showLink({})
  const opened = fakeWindow()
  await button('Link SSO').click()
  api.rejects(startProviderLink, 'CONFLICT')
  const start = page.getByRole('button', { name: 'Link SSO', exact: true })
  await start.last().click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  api.answers(startProviderLink, { url })
  await start.last().click()
  await expect.element(button('Continue with SSO')).toBeVisible()
  expect(opened.at).toBe('about:blank')
  await button('Continue with SSO').click()
  await expect.poll(() => opened.at).toBe(url)
  api.answers(finishProviderLink, { message: 'Linked', token })
  api.answers(readProviderLink, {
    provider: { label: 'SSO', only_way_in: false },
    linked: { email: 'ada@sso.example.com', created_at: at, last_used_at: null },
    has_other_way_in: true,
  })
  expect(await sendResponse(params)).toBe(true)
  await expect.element(page.getByText('ada@sso.example.com.')).toBeVisible()
  await expect.element(button('Remove SSO')).toBeVisible()
  expect(api.sent(finishProviderLink).map(({ body }) => body)).toEqual([{ params, browserValue: bytes32 }])
  expect(tokenNow()).toBe(token)
})

test('a request that the server refuses at the end is begun anew', async () => {
  const { api } = await showLink({})
  fakeWindow()
  await button('Link SSO').click()
  api.answers(startProviderLink, { url })
  api.rejects(finishProviderLink, 'CONFLICT')
  await page.getByRole('button', { name: 'Link SSO', exact: true }).last().click()
  await button('Continue with SSO').click()
  await expect.element(button('Waiting for SSO…')).toBeVisible()
  await expect.poll(() => sendResponse(params)).toBe(true)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Link SSO', exact: true }).last().click()
  await expect.poll(() => api.sent(startProviderLink)).toHaveLength(2)
})

test('a link is removed after an error too, and the session goes on under its new token', async () => {
  const { api, token: tokenNow } = await showLink({ linked: true })
  await expectAccessible()
  await button('Remove SSO').click()
  const remove = page.getByRole('button', { name: 'Remove SSO', exact: true }).last()
  api.rejects(unlinkProvider, 'FORBIDDEN')
  await remove.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  api.answers(unlinkProvider, { message: 'Removed', token })
  api.answers(readProviderLink, {
    provider: { label: 'SSO', only_way_in: false },
    linked: null,
    has_other_way_in: true,
  })
  await remove.click()
  await expect.element(page.getByText('Not linked')).toBeVisible()
  expect(tokenNow()).toBe(token)
})

test('the only way in cannot be removed, and a link outlives the provider', async () => {
  await showLink({ linked: true, has_other_way_in: false, label: null })
  await expect.element(page.getByText(/This is the only way in to your account/)).toBeVisible()
  await expect.element(button('Remove Identity provider')).toBeDisabled()
})

test('where passwords are rejected, the passkey alone is named as another way in', async () => {
  await showLink({ linked: true, has_other_way_in: false })
  await expect.element(page.getByText(/your account: add a passkey to remove it/)).toBeVisible()
})

function Callback({ query }: { query: string | null }) {
  const [next, setNext] = useState<string | null>()
  return next === undefined ? (
    <ProviderCallback params={query} onSignedIn={setNext} startAgain={<a href="/">Start again</a>} />
  ) : (
    <p>Open {next}</p>
  )
}
const comeBack = async (finish: (api: FakeApi) => void, query: string | null = params, next = '/account') => {
  sessionStorage.clear()
  savePendingRedirect({ state: 'st1', browserValue, next })
  const api = fakeApi()
  finish(api)
  return { api, ...(await renderPart(<Callback query={query} />)) }
}

test('coming back signs in once, with the value of this tab, and opens the page that was asked for', async () => {
  const { api, connection } = await comeBack((api) =>
    api.answers(finishProviderSignIn, { ...answer, return_path: '/dashboard' }),
  )
  await expect.element(page.getByText('Open /account')).toBeVisible()
  expect(api.sent(finishProviderSignIn).map(({ body }) => body)).toEqual([{ params, browserValue }])
  expect(sessionStorage).toHaveLength(0)
  expect(connection.session.read()?.username).toBe('grace')
})

test('a second factor that the account needs is asked for here', async () => {
  const { api } = await comeBack((api) => api.rejects(finishProviderSignIn, 'MFA_REQUIRED'))
  api.answers(signInWithTotp, answer)
  await page.getByLabelText('Code', { exact: true }).fill('123456')
  await expect.element(page.getByText('Open /account')).toBeVisible()
  expect(api.sent(signInWithTotp).map(({ body }) => body)).toEqual([{ ticket: 'mfa_ticket', code: '123456' }])
})

test('a sign-in that the server refuses says why and offers to start again', async () => {
  const { connection } = await comeBack((api) => api.rejects(finishProviderSignIn, 'FORBIDDEN'))
  await expect.element(heading('You are not signed in')).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Start again' })).toBeVisible()
  expect(connection.session.read()?.username).toBe('ada')
})

test('a reload has no answer to finish', async () => {
  const { api } = await comeBack(() => {}, null)
  await expect.element(heading('There is no sign-in to finish')).toBeVisible()
  expect(api.sent(finishProviderSignIn)).toEqual([])
})
