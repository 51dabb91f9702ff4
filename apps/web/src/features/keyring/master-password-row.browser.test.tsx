import { confirmRecoveryKey, readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import {
  changeMasterPassword,
  rekeyEnvironments,
  renewRecoveryKey,
} from '@envhold/contract/keyring/keyring.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { type Security, sampleSecurity } from '../../tests/samples.ts'
import { MasterPasswordRow } from './master-password-row.tsx'
import { AutoLockRow, RecoveryKeyRow } from './vault-rows.tsx'

type MasterPassword = Security['master_password']

const at = '2026-03-01T10:00:00.000Z'
const recoveryKey = '7K2M9-QX4TB'
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })

const answerSecurity = (api: FakeApi, master_password: MasterPassword) =>
  api.answers(readAccountSecurity, { security: sampleSecurity({ master_password }) })
const unchecked = {
  set_at: at,
  changed_at: null,
  recovery_key_made_at: at,
  recovery_key_checked_at: null,
} satisfies MasterPassword
const checked = { ...unchecked, recovery_key_checked_at: at }

const openChange = async () => {
  const api = fakeApi()
  answerSecurity(api, unchecked)
  api.answers(confirmRecoveryKey, { message: 'Confirmed' })
  const part = await renderPart(<MasterPasswordRow />)
  await button('Change Master Password').click()
  await expect.element(field('Current master password')).toHaveFocus()
  return { api, ...part }
}
const type = async (current: string, next: string, again = next) => {
  await field('Current master password').fill(current)
  await field('New master password').fill(next)
  await field('Confirm new master password').fill(again)
}
const send = () => button('Change master password').click()

test('a wrong current master password is named at its field, and the vault stays as it is', async () => {
  const { api, connection } = await openChange()
  await expectAccessible()
  await type('wrong', 'a better one', 'a better two')
  await send()
  await expect.element(page.getByText("Master passwords don't match")).toBeVisible()
  expect(api.sent(changeMasterPassword)).toEqual([])
  api.rejects(changeMasterPassword, 'INVALID_MASTER_PASSWORD')
  await type('wrong', 'a better one')
  await send()
  await expect
    .element(field('Current master password'))
    .toHaveAccessibleDescription('Invalid master password')
  await expect.element(field('New master password')).toHaveValue('a better one')
  expect(connection.vault.read()).toBe('correct horse battery staple')
})

test('a change whose answer was lost says so, and the vault stays open under the new one', async () => {
  const { api, connection } = await openChange()
  api.rejects(changeMasterPassword, 'ALREADY_CREATED')
  await type('right', 'a better one')
  await page.getByRole('checkbox', { name: 'My password leaked' }).click()
  await send()
  await expect.element(page.getByText(/^Your master password is changed, but/)).toBeVisible()
  expect(connection.vault.read()).toBe('a better one')
})

test('the sign-in password is taken once that is confirmed, and another one needs its own confirmation', async () => {
  const { api } = await openChange()
  const message = 'This is the password you sign in with.'
  const reject = () =>
    api.rejects(changeMasterPassword, 'VALIDATION_FAILED', [{ path: 'confirmSamePassword', message }])
  const anyway = page.getByRole('checkbox', { name: 'Use it anyway' })
  expect(anyway.elements()).toEqual([])
  reject()
  await type('right', 'my sign-in password')
  await send()
  await expect.element(page.getByText(message)).toBeVisible()
  await expectAccessible()
  await anyway.click()
  await expect.element(page.getByText(message)).toBeVisible()
  await type('right', 'another one')
  await expect.element(anyway).not.toBeInTheDocument()
  await type('right', 'my sign-in password')
  await expect.element(anyway).not.toBeChecked()
  await anyway.click()
  api.answers(changeMasterPassword, { message: 'Changed' })
  await send()
  await expect.element(page.getByText('Master password changed successfully!')).toBeVisible()
  const typed = { currentMasterPassword: 'right', newMasterPassword: 'my sign-in password', leaked: false }
  expect(api.sent(changeMasterPassword).map(({ body }) => body)).toEqual([
    typed,
    { ...typed, confirmSamePassword: true },
  ])
})

test('a changed one opens the vault from then on, and makes no new recovery key', async () => {
  const { api, connection } = await openChange()
  const answer = api.holds(changeMasterPassword)
  await type('right', 'a better one')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Change master password')).toBeDisabled()
  answer({ message: 'Changed' })
  await expect.element(page.getByText('Master password changed successfully!')).toBeVisible()
  await expect.element(field('New master password')).not.toBeInTheDocument()
  expect(connection.vault.read()).toBe('a better one')
  expect(api.sent(changeMasterPassword).map(({ body }) => body)).toEqual([
    { currentMasterPassword: 'right', newMasterPassword: 'a better one', leaked: false },
  ])
  expect(page.getByRole('dialog').elements()).toEqual([])
})

const leak = async (rekeyPending: number) => {
  const part = await openChange()
  part.api.answers(changeMasterPassword, { message: 'Changed', recoveryKey, rekeyPending })
  await type('right', 'a better one')
  await page.getByLabelText('My password leaked').click()
  await expect.element(page.getByText('What this does')).toBeVisible()
  return part
}
const confirmSheet = async () => {
  await page.getByLabelText('Group 2 of your recovery key').fill('QX4TB')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

test('after a leak the new recovery key stays until it is kept, while environments get new keys', async () => {
  const { api } = await leak(3)
  const answer = api.holds(rekeyEnvironments)
  await send()
  const sheet = page.getByRole('dialog', { name: 'Keep your recovery key' })
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).toBeVisible()
  await confirmSheet()
  await expect.element(page.getByText('0 of 3 environments')).toBeVisible()
  await expectAccessible()
  answer({ rekeyed: 3, remaining: 0 })
  await expect.element(page.getByText('All 3 environments have new keys')).toBeVisible()
  await button('Done').click()
  await expect.element(page.getByText('All 3 environments have new keys')).not.toBeInTheDocument()
  expect(api.sent(changeMasterPassword)[0]?.body).toMatchObject({ leaked: true })
  expect(api.sent(rekeyEnvironments)[0]?.headers.get('x-master-password')).toBe('a%20better%20one')
})

test('new keys that fail pause, and go on where they were', async () => {
  const { api } = await leak(2)
  api.rejects(rekeyEnvironments, 'LOCKED_OUT')
  await send()
  await confirmSheet()
  await expect.element(page.getByText('Creating new keys is paused')).toBeVisible()
  const left = [1, 0]
  api.answers(rekeyEnvironments, () => ({ rekeyed: 1, remaining: left.shift() ?? 0 }))
  await button('Continue').click()
  await expect.element(page.getByText('All 2 environments have new keys')).toBeVisible()
  expect(api.sent(rekeyEnvironments)).toHaveLength(3)
})

test('environments that get no key now are said to get one later', async () => {
  const { api } = await leak(1)
  api.answers(rekeyEnvironments, { rekeyed: 0, remaining: 1 })
  await send()
  await confirmSheet()
  await expect.element(page.getByText(/Some environments could not get a new key now/)).toBeVisible()
  expect(api.sent(rekeyEnvironments)).toHaveLength(3)
})

test('an account without a master password is offered to set one', async () => {
  const api = fakeApi()
  answerSecurity(api, null)
  const { connection } = await renderPart(
    <>
      <MasterPasswordRow />
      <RecoveryKeyRow />
    </>,
  )
  await expect.element(page.getByText('You get one when you set your master password.')).toBeVisible()
  await expect.element(button('Make a new one')).toBeDisabled()
  await button('Set master password').click()
  await expect.poll(() => connection.unlockPrompt.read()).toBe('password')
  answerSecurity(api, unchecked)
  connection.unlockPrompt.settle('closed')
  await expect.element(button('Change Master Password')).toBeVisible()
})

test('a new recovery key needs the master password though the vault is open, and is checked at once', async () => {
  const api = fakeApi()
  answerSecurity(api, unchecked)
  await renderPart(<RecoveryKeyRow />)
  await expect.element(page.getByText('Not checked')).toBeVisible()
  await button('Make a new one').click()
  await expect.element(field('Master password')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Master password')).toHaveAccessibleDescription('Master password is required')
  api.rejects(renewRecoveryKey, 'INVALID_MASTER_PASSWORD')
  await userEvent.keyboard('wrong{Enter}')
  await expect.element(field('Master password')).toHaveAccessibleDescription('Invalid master password')
  await expect.element(field('Master password')).toHaveValue('wrong')
  api.answers(renewRecoveryKey, { message: 'Made', recoveryKey })
  await field('Master password').fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Keep your recovery key' })).toBeVisible()
  await expectAccessible()
  api.answers(confirmRecoveryKey, () => {
    answerSecurity(api, checked)
    return { message: 'Confirmed' }
  })
  await confirmSheet()
  await expect.poll(() => api.sent(confirmRecoveryKey)).toHaveLength(1)
  expect(api.sent(renewRecoveryKey).map(({ body }) => body)).toEqual([
    { masterPassword: 'wrong' },
    { masterPassword: 'right' },
  ])
})

test('cancelling keeps the old recovery key', async () => {
  const api = fakeApi()
  answerSecurity(api, checked)
  await renderPart(<RecoveryKeyRow />)
  await expect.element(page.getByText('Ready', { exact: true })).toBeVisible()
  await button('Make a new one').click()
  await button('Cancel').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(api.sent(renewRecoveryKey)).toEqual([])
})

test('the time without input that locks is kept in this browser', async () => {
  await renderPart(<AutoLockRow />)
  const choice = page.getByLabelText('Lock automatically')
  await expect.element(choice).toHaveValue('15')
  await choice.selectOptions('1 hour')
  await expect.element(page.getByText(/After 1 hour without input/)).toBeVisible()
  await choice.selectOptions('Never')
  await expect.element(page.getByText('Only when the browser closes or you lock it.')).toBeVisible()
  await renderPart(<AutoLockRow />)
  await expect.element(page.getByLabelText('Lock automatically').last()).toHaveValue('null')
})
