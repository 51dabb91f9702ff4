import { listSignInProviders } from '@envhold/contract/accounts/identity-provider.ts'
import { signInWithPasskey, startPasskeySignIn } from '@envhold/contract/accounts/passkey-authentication.ts'
import {
  deletePasskey,
  listPasskeys,
  type PasskeyInfo,
  registerPasskey,
  renamePasskey,
  startPasskeyRegistration,
} from '@envhold/contract/accounts/passkeys.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { setUpPasskeyUnlock, startPasskeyUnlockSetUp } from '@envhold/contract/keyring/keyring.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { PasskeysRow } from '../security/security-rows.tsx'
import { SignInForm } from '../sign-in/sign-in-form.tsx'

afterEach(() => vi.restoreAllMocks())

const at = '2026-03-01T10:00:00.000Z'
const token = `ses_zzzzzzzzzzzzz_${'1'.repeat(49)}`
const challenge = 'c'.repeat(43)
const passkey = (overrides: Partial<PasskeyInfo> = {}): PasskeyInfo => ({
  id: 'bGFwdG9w',
  name: 'Laptop',
  synced: false,
  can_open_vault: true,
  opens_vault: false,
  usable: true,
  created_at: at,
  last_used_at: null,
  ...overrides,
})
const requestOptions = {
  challenge,
  timeout: 60_000,
  rpId: location.hostname,
  allowCredentials: [],
  userVerification: 'required',
} satisfies OutputOf<typeof startPasskeySignIn>['options']
const creationOptions = {
  rp: { id: location.hostname, name: 'Envhold' },
  user: { id: 'dXNlcg', name: 'ada', displayName: 'ada' },
  challenge,
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
} satisfies OutputOf<typeof startPasskeyRegistration>['options']

const bytes = (text: string) => new TextEncoder().encode(text).buffer
/** What an authenticator answers, as far as the page reads it. */
const credential = (prf: object | undefined = { enabled: true }) => ({
  id: 'bGFwdG9w',
  rawId: bytes('laptop'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => (prf ? { prf } : {}),
  response: {
    clientDataJSON: bytes('client'),
    attestationObject: bytes('attestation'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('7'),
    getTransports: () => ['internal'],
  },
})
/** Stands for the browser’s authenticator. */
function authenticator(answer: () => unknown) {
  const ask = async () => {
    const current = answer()
    if (current instanceof Error) throw current
    return current
  }
  vi.spyOn(navigator.credentials, 'create').mockImplementation(ask as never)
  return vi.spyOn(navigator.credentials, 'get').mockImplementation(ask as never)
}
const refusal = () => Object.assign(new Error('no'), { name: 'NotAllowedError' })

const button = (name: string) => page.getByRole('button', { name, exact: true })
const show = async (passkeys: PasskeyInfo[] = [], locked = false) => {
  const api = fakeApi()
  api.answers(listPasskeys, { passkeys })
  return { api, ...(await renderPart(<PasskeysRow />, { locked })) }
}

test('each passkey says what it can do, and which one opens the vault', async () => {
  await show([
    passkey({ opens_vault: true, synced: true, last_used_at: at }),
    passkey({ id: 'b2xk', name: 'Old host', usable: false }),
    passkey({ id: 'a2V5', name: 'Key', can_open_vault: false }),
  ])
  const rows = page.getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent(/LaptopOpens your vault.*Synced/)
  await expect.element(rows.nth(1)).toHaveTextContent(/Made for another address.*never used/)
  expect(page.getByRole('button', { name: /^Open the vault with/ }).elements()).toEqual([])
  await expectAccessible()
})

test('a passkey needs a name, which stays in the field until the server takes it', async () => {
  const { api } = await show([passkey()])
  await button('Rename Laptop').click()
  const name = page.getByLabelText('Name of the passkey')
  await expect.element(name).toHaveFocus()
  await name.fill('  ')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription('Enter a name')
  api.rejects(renamePasskey, 'UNAVAILABLE')
  await name.fill('Work laptop')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.sent(renamePasskey)).toHaveLength(1)
  await expect.element(button('Rename')).toBeEnabled()
  await expect.element(name).toHaveValue('Work laptop')
  api.answers(renamePasskey, { message: 'Renamed' })
  api.answers(listPasskeys, { passkeys: [passkey({ name: 'Work laptop' })] })
  await button('Rename').click()
  await expect.element(button('Rename Work laptop')).toBeVisible()
  await expect.element(name).not.toBeInTheDocument()
  expect(api.sent(renamePasskey).at(-1)?.body).toEqual({ name: 'Work laptop' })
})

test('removing asks first and says what is lost; the only way in stays', async () => {
  const { api } = await show([passkey({ opens_vault: true })])
  await button('Remove Laptop').click()
  const question = page.getByRole('alertdialog', { name: 'Remove passkey' })
  await expect.element(question).toHaveTextContent(/no longer opens your vault/)
  api.rejects(deletePasskey, 'CONFLICT')
  await question.getByRole('button', { name: 'Remove passkey' }).click()
  await expect.poll(() => api.sent(deletePasskey)).toHaveLength(1)
  await expect.element(question.getByRole('button', { name: 'Remove passkey' })).toBeEnabled()
  api.answers(deletePasskey, { message: 'Removed', token })
  api.answers(listPasskeys, { passkeys: [] })
  await question.getByRole('button', { name: 'Remove passkey' }).click()
  await expect.element(button('Remove Laptop')).not.toBeInTheDocument()
})

const openAdd = async (locked = false) => {
  const part = await show([], locked)
  part.api.answers(startPasskeyRegistration, { options: creationOptions })
  await button('Add passkey').click()
  await expect.element(button('Create passkey')).toHaveFocus()
  return part
}

test('a declined passkey says so, and the next try adds it and offers to open the vault with it', async () => {
  const { api } = await openAdd()
  let current: unknown = refusal()
  authenticator(() => current)
  await button('Create passkey').click()
  await expect.element(page.getByText('Nothing happened. Try again, or cancel.')).toBeVisible()
  expect(api.sent(registerPasskey)).toEqual([])
  current = credential()
  api.answers(registerPasskey, { passkey: passkey(), token })
  await button('Create passkey').click()
  await expect.element(page.getByText(/Open your vault with Laptop, too/)).toBeVisible()
  await expect.element(page.getByText('Nothing happened.', { exact: false })).not.toBeInTheDocument()
  expect(api.sent(registerPasskey).map(({ body }) => body)).toMatchObject([
    { response: { id: 'bGFwdG9w', clientExtensionResults: { prf: { enabled: true } } } },
  ])
  await button('Not now').click()
  await expect.element(button('Add passkey')).toHaveFocus()
})

test('a passkey that cannot open a vault says so at once', async () => {
  const { api } = await openAdd()
  authenticator(() => credential(undefined))
  api.answers(registerPasskey, { passkey: passkey({ can_open_vault: false }), token })
  await button('Create passkey').click()
  await expect.element(page.getByText(/Laptop signs you in. It cannot open your vault/)).toBeVisible()
  await button('Done').click()
  await expect.element(button('Add passkey')).toHaveFocus()
})

test('with the vault closed, a new passkey is added without a question', async () => {
  const { api } = await openAdd(true)
  authenticator(() => credential())
  api.answers(registerPasskey, { passkey: passkey(), token })
  await button('Create passkey').click()
  await expect.element(button('Add passkey')).toHaveFocus()
})

test('a passkey opens the vault with a secret that is derived here, and nothing else leaves the browser', async () => {
  const { api } = await show([passkey()], true)
  api.answers(startPasskeyUnlockSetUp, {
    options: requestOptions,
    salts: [{ id: 'bGFwdG9w', salt: challenge }],
  })
  api.rejects(setUpPasskeyUnlock, 'INVALID_MASTER_PASSWORD')
  authenticator(() => credential({ results: { first: bytes('p'.repeat(32)) } }))
  await button('Open the vault with Laptop').click()
  await button('Open the vault with it').click()
  await expect.element(page.getByText('Master password is required')).toBeVisible()
  const masterPassword = page.getByLabelText('Master password', { exact: true })
  await masterPassword.fill('wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Invalid master password')).toBeVisible()
  await expect.element(masterPassword).toHaveValue('wrong')
  api.answers(setUpPasskeyUnlock, { message: 'Set up' })
  await masterPassword.fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(masterPassword).not.toBeInTheDocument()
  const body = api.sent(setUpPasskeyUnlock).at(-1)?.body
  expect(body).toMatchObject({
    masterPassword: 'right',
    unlock: expect.stringMatching(/^[\w-]{43}$/),
    response: { id: 'bGFwdG9w' },
  })
  expect(JSON.stringify(body)).not.toMatch(/clientExtensionResults|prf/)
})

test('a passkey that computes no secret leaves the vault to the master password', async () => {
  const { api } = await show([passkey()])
  api.answers(startPasskeyUnlockSetUp, { options: requestOptions, salts: [] })
  authenticator(() => credential(undefined))
  await button('Open the vault with Laptop').click()
  expect(page.getByLabelText('Master password', { exact: true }).elements()).toEqual([])
  await button('Open the vault with it').click()
  await expect.element(page.getByText(/This passkey cannot open your vault/)).toBeVisible()
  expect(api.sent(setUpPasskeyUnlock)).toEqual([])
})

test('signing in with a passkey names its account’s token of this browser, and a declined one says what else to do', async () => {
  const api = fakeApi()
  api.answers(listSignInProviders, { providers: [], sign_ups: 'open' })
  api.answers(startPasskeySignIn, { options: requestOptions })
  api.rejects(signInWithPasskey, 'INVALID_CREDENTIALS')
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  let current: unknown = refusal()
  authenticator(() => current)
  const { connection } = await renderPart(<SignInForm onSignedIn={() => {}} />)
  connection.deviceTokens.save(['#7'], 'dev_seven')
  await button('Sign in with a passkey').click()
  await expect
    .element(page.getByText('Nothing happened. Try again, or sign in with your password.'))
    .toBeVisible()
  current = credential()
  await button('Sign in with a passkey').click()
  await expect
    .poll(() => api.sent(signInWithPasskey).map(({ body }) => body))
    .toMatchObject([{ deviceToken: 'dev_seven', response: { response: { userHandle: 'Nw' } } }])
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(button('Sign in with a passkey')).toBeEnabled()
})
