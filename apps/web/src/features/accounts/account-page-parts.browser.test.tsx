import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import {
  deleteAccount,
  endOtherSessions,
  endSession,
  listSessions,
  type SessionInfo,
  updateProfile,
} from '@envhold/contract/accounts/account-settings.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleAccount, sampleSecurity } from '../../tests/samples.ts'
import { DeleteAccountPage } from './delete/delete-account-page.tsx'
import { NameRow } from './profile/identity-rows.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'

const at = '2026-03-01T10:00:00.000Z'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const session = (overrides: Partial<SessionInfo> = {}): SessionInfo => ({
  id: 'here',
  current: true,
  created_at: at,
  last_seen_at: at,
  expires_at: at,
  ip_address: '192.0.2.7',
  user_agent: firefox,
  signed_in_by: 'password',
  ...overrides,
})
const phone = session({ id: 'phone', current: false, user_agent: iPhone, signed_in_by: 'passkey' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string | RegExp) => page.getByLabelText(name)

test('sessions that cannot be read say so and are read again; this one comes first and cannot be ended', async () => {
  const api = fakeApi()
  api.rejects(listSessions, 'FORBIDDEN')
  await renderPart(<SessionsSection />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  api.answers(listSessions, { sessions: [phone, session()] })
  await button('Try again').click()
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent(/This session/)
  await expect.element(page.getByRole('listitem').last()).toHaveTextContent(/with a passkey/)
  expect(page.getByRole('button', { name: /^Sign out (?!all)/ }).elements()).toHaveLength(1)
  await expectAccessible()
})

test('a session ends after a question; one that has ended already leaves the question open', async () => {
  const api = fakeApi()
  api.answers(listSessions, { sessions: [session(), phone] })
  await renderPart(<SessionsSection />)
  await page.getByRole('button', { name: /^Sign out Safari/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out session' })
  await expect.element(question).toHaveTextContent(/locks the vault there/)
  api.rejects(endSession, 'NOT_FOUND')
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.poll(() => api.sent(endSession)).toHaveLength(1)
  await expect.element(question.getByRole('button', { name: 'Sign out', exact: true })).toBeEnabled()
  api.answers(endSession, { message: 'Ended' })
  api.answers(listSessions, { sessions: [session()] })
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(api.sent(endSession).map(({ path }) => path.split('/').at(-1))).toEqual(['phone', 'phone'])
  expect(button('Sign out all others').elements()).toEqual([])
})

test('all others end at once, and Cancel ends none', async () => {
  const api = fakeApi()
  api.answers(listSessions, { sessions: [session(), phone] })
  api.answers(endOtherSessions, { message: 'Ended' })
  await renderPart(<SessionsSection />)
  await button('Sign out all others').click()
  const question = page.getByRole('alertdialog', { name: 'Sign out all others' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(api.sent(endOtherSessions)).toEqual([])
  await button('Sign out all others').click()
  await question.getByRole('button', { name: 'Sign out all others' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(api.sent(endOtherSessions)).toHaveLength(1)
  expect(api.sent(endSession)).toEqual([])
})

const openName = async () => {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount({ firstName: 'Ada' }) })
  const part = await renderPart(<NameRow />)
  await button('Change name').click()
  await expect.element(field('Username')).toHaveFocus()
  return { api, ...part }
}

test('a name is saved only once it differs, and the new username signs in from then on', async () => {
  const { api, connection } = await openName()
  await expect.element(field(/First name/)).toHaveValue('Ada')
  await expect.element(button('Save profile')).toBeDisabled()
  await field(/Last name/).fill('Lovelace')
  await field('Username').fill('countess')
  await expect.poll(() => connection.unsaved.any()).toBe(true)
  await expectAccessible()
  const user = sampleAccount({ username: 'countess', firstName: 'Ada', lastName: 'Lovelace' })
  api.answers(updateProfile, { user })
  await button('Save profile').click()
  await expect.element(page.getByText('Profile updated')).toBeVisible()
  await expect.element(field('Username')).not.toBeInTheDocument()
  await expect.element(page.getByText('countess', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Ada Lovelace · ')).toBeVisible()
  expect(connection.session.read()?.username).toBe('countess')
  expect(connection.unsaved.any()).toBe(false)
  expect(api.sent(updateProfile).map(({ body }) => body)).toEqual([
    { username: 'countess', lastName: 'Lovelace' },
  ])
  expect(api.sent(readSession)).not.toHaveLength(0)

  api.answers(readSession, { user })
  api.answers(updateProfile, { user: sampleAccount({ firstName: 'Ada' }) })
  await button('Undo').click()
  await expect.poll(() => api.sent(updateProfile).at(-1)?.body).toEqual({ username: 'ada', lastName: null })
  await expect.poll(() => connection.session.read()?.username).toBe('ada')
})

test('a username that is taken is named at its field, and everything typed stays', async () => {
  const { api, connection } = await openName()
  await field('Username').fill('grace')
  await field(/Last name/).fill('Lovelace')
  api.rejects(updateProfile, 'CONFLICT', [{ path: 'username', message: 'This username is taken' }])
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Username')).toHaveAccessibleDescription(/This username is taken/)
  await expect.element(field(/Last name/)).toHaveValue('Lovelace')
  api.rejects(updateProfile, 'INTERNAL')
  await button('Save profile').click()
  await expect.element(page.getByText(/Failed to update profile.* Quote req-1/)).toBeVisible()
  await expect.element(field('Username')).toHaveValue('grace')
  expect(connection.session.read()?.username).toBe('ada')
})

function Deleting() {
  const [said, setSaid] = useState('')
  return (
    <>
      <DeleteAccountPage onCancel={() => setSaid('kept')} onDeleted={() => setSaid('deleted')} />
      <p>{said}</p>
    </>
  )
}
const openDelete = async (hasPassword: boolean | null) => {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount() })
  if (hasPassword !== null)
    api.answers(readAccountSecurity, {
      security: sampleSecurity(hasPassword ? {} : { password: null }),
    })
  else api.rejects(readAccountSecurity, 'FORBIDDEN')
  const part = await renderPart(<Deleting />)
  await expect.element(button('Delete account')).toBeDisabled()
  return { api, ...part }
}
const typed = () => page.getByLabelText('Type ada to confirm')

test('an account is deleted with its password and its name, and this browser forgets it', async () => {
  const { api, connection } = await openDelete(true)
  await expectAccessible()
  await field('Password').fill('wrong')
  await typed().fill('Ada')
  await expect.element(button('Delete account')).toBeDisabled()
  await typed().fill('ada')
  api.rejects(deleteAccount, 'INVALID_CREDENTIALS')
  await button('Delete account').click()
  await expect.element(field('Password')).toBeInvalid()
  await expect.element(field('Password')).toHaveFocus()
  await expect.element(typed()).toHaveValue('ada')
  expect(connection.session.read()?.username).toBe('ada')
  api.answers(deleteAccount, { message: 'Deleted', deleted_at: at })
  await field('Password').fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('deleted', { exact: true })).toBeVisible()
  expect(connection.session.read()).toBeNull()
  expect(connection.vault.read()).toBeNull()
  expect(api.sent(deleteAccount).map(({ body }) => body)).toEqual([
    { password: 'wrong' },
    { password: 'right' },
  ])
})

test('an account without a password is asked for none, and can be kept', async () => {
  const { api } = await openDelete(false)
  expect(field('Password').elements()).toEqual([])
  await typed().fill('ada')
  api.rejects(deleteAccount, 'FORBIDDEN')
  await button('Delete account').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(api.sent(deleteAccount).map(({ body }) => body)).toEqual([{}])
  await button('Keep account').click()
  await expect.element(page.getByText('kept', { exact: true })).toBeVisible()
})

test('where it is unknown whether there is a password, it is asked for', async () => {
  await openDelete(null)
  await expect.element(field('Password')).toBeVisible()
})
