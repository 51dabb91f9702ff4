import { confirmRecoveryKey } from '@envhold/contract/accounts/account-security.ts'
import { listPasskeys } from '@envhold/contract/accounts/passkeys.ts'
import {
  recoverMasterPassword,
  setUpMasterPassword,
  validateMasterPassword,
} from '@envhold/contract/keyring/keyring.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readKey } from '../../connection/api/read-query.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { UnlockPrompt } from './unlock-prompt.tsx'

const recoveryKey = '7K2M9-QX4TB'
const button = (name: string) => page.getByRole('button', { name, exact: true })
const masterPassword = () => page.getByLabelText('Master password', { exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Master Password Required' })

/** A page with an action that needs the vault. */
function Page() {
  const { api, withUnlockedVault, unlockPrompt } = useConnection()
  const [said, setSaid] = useState('Nothing yet')
  const read = () =>
    withUnlockedVault(() => api.call(listProjects, {})).then(
      () => setSaid('Read'),
      () => setSaid('Not read'),
    )
  return (
    <>
      <button type="button" onClick={() => void read()}>
        Read
      </button>
      <button type="button" onClick={() => void unlockPrompt.ask('recovery').catch(() => {})}>
        Recover
      </button>
      <p>{said}</p>
      <UnlockPrompt />
    </>
  )
}
const begin = async (hasMasterPassword = true) => {
  const api = fakeApi()
  api.answers(readMasterPasswordStatus, { hasMasterPassword })
  api.answers(listPasskeys, { passkeys: [] })
  api.answers(listProjects, { projects: [] })
  api.answers(confirmRecoveryKey, { message: 'Confirmed' })
  const part = await renderPart(<Page />, { locked: true })
  await button('Read').click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(masterPassword()).toHaveFocus()
  return { api, ...part }
}
const confirmSheet = async () => {
  await expect.element(page.getByRole('dialog', { name: 'Keep your recovery key' })).toBeVisible()
  await page.getByLabelText('Group 2 of your recovery key').fill('QX4TB')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

test('the right master password opens the vault, and the action that waited goes on with it', async () => {
  const { api, connection } = await begin()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(masterPassword()).toHaveAccessibleDescription('Master password is required')
  api.answers(validateMasterPassword, { valid: false })
  await masterPassword().fill('wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(masterPassword()).toHaveAccessibleDescription('Invalid master password')
  await expect.element(masterPassword()).toHaveValue('wrong')
  await expect.element(masterPassword()).toHaveFocus()
  expect(connection.vault.read()).toBeNull()
  expect(api.sent(listProjects)).toEqual([])

  const answer = api.holds(validateMasterPassword)
  await masterPassword().fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Unlock')).toBeDisabled()
  answer({ valid: true })
  await expect.element(page.getByText('Read', { exact: true }).last()).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(api.sent(listProjects).map(({ headers }) => headers.get('x-master-password'))).toEqual(['right'])
})

test.each(['Escape', 'Cancel'])('%s gives up, and nothing is sent', async (how) => {
  const { api } = await begin()
  await masterPassword().fill('right')
  if (how === 'Cancel') await button('Cancel').click()
  else await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Not read')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(api.sent(validateMasterPassword)).toEqual([])
})

test('an account that is locked out is told so, and keeps what was typed', async () => {
  const { api } = await begin()
  api.rejects(validateMasterPassword, 'LOCKED_OUT')
  await masterPassword().fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(masterPassword()).toBeInvalid()
  await expect.element(masterPassword()).toHaveValue('right')
  await expect.element(button('Unlock')).toBeEnabled()
})

test('a first master password opens the vault once its recovery key is kept', async () => {
  const { api, connection } = await begin(false)
  await masterPassword().fill('short')
  await userEvent.keyboard('{Enter}')
  await expect.element(masterPassword()).toBeInvalid()
  expect(api.sent(setUpMasterPassword)).toEqual([])
  await expect.element(page.getByText(/could guess it/)).toBeVisible()
  await masterPassword().fill('marble tractor violet onion')
  await expect.element(page.getByText(/Strong enough/)).toBeVisible()
  await expectAccessible()
  api.answers(setUpMasterPassword, { message: 'Set', recoveryKey })
  await button('Set master password').click()
  await expect.element(page.getByText('QX4TB', { exact: true }).first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByText('Read', { exact: true }).elements()).toHaveLength(1)
  await confirmSheet()
  await expect.element(page.getByText('Read', { exact: true }).last()).toBeVisible()
  expect(connection.vault.read()).toBe('marble tractor violet onion')
  expect(connection.queries.getQueryData(readKey(readMasterPasswordStatus, {}))).toEqual({
    hasMasterPassword: true,
  })
})

test('where another window set it meanwhile, the prompt asks for it', async () => {
  const { api } = await begin(false)
  api.rejects(setUpMasterPassword, 'CONFLICT')
  api.answers(readMasterPasswordStatus, { hasMasterPassword: true })
  await masterPassword().fill('marble tractor violet onion')
  await button('Set master password').click()
  await expect.element(button('Unlock')).toBeVisible()
})

test('where the vault was emptied meanwhile, the prompt asks for a first one', async () => {
  const { api } = await begin()
  api.rejects(validateMasterPassword, 'MASTER_PASSWORD_REQUIRED')
  api.answers(readMasterPasswordStatus, { hasMasterPassword: false })
  await masterPassword().fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Set master password')).toBeVisible()
})

test('a forgotten one is replaced with the recovery key, which is replaced too', async () => {
  const { api, connection } = await begin()
  await button('Forgotten? Use your recovery key').click()
  await button('Back').click()
  await button('Forgotten? Use your recovery key').click()
  const key = page.getByLabelText('Recovery key', { exact: true })
  await expect.element(key).toHaveFocus()
  await key.fill('WRONG')
  await page.getByLabelText('New master password', { exact: true }).fill('a better one')
  await page.getByLabelText('Confirm new master password').fill('a better two')
  await button('Set master password').click()
  await expect.element(page.getByText("Master passwords don't match")).toBeVisible()
  expect(api.sent(recoverMasterPassword)).toEqual([])
  api.rejects(recoverMasterPassword, 'INVALID_CREDENTIALS')
  await page.getByLabelText('Confirm new master password').fill('a better one')
  await button('Set master password').click()
  await expect.element(page.getByText(/This is not your recovery key/)).toBeVisible()
  await expect.element(key).toHaveValue('WRONG')
  expect(connection.vault.read()).toBeNull()
  api.answers(recoverMasterPassword, { message: 'Changed', recoveryKey })
  await key.fill('RIGHT')
  await button('Set master password').click()
  await confirmSheet()
  await expect.element(page.getByText('Read', { exact: true }).last()).toBeVisible()
  expect(api.sent(recoverMasterPassword).at(-1)?.body).toEqual({
    recoveryKey: 'RIGHT',
    newMasterPassword: 'a better one',
  })
  expect(connection.vault.read()).toBe('a better one')
})

test('a prompt that is asked for recovery begins with the recovery key', async () => {
  fakeApi().answers(readMasterPasswordStatus, { hasMasterPassword: true })
  await renderPart(<Page />, { locked: true })
  await button('Recover').click()
  await expect.element(page.getByLabelText('Recovery key', { exact: true })).toBeVisible()
  const noKey = page.getByRole('link', { name: 'Start an empty vault' })
  await expect.element(noKey).toHaveAttribute('href', '/account/security#empty-vault')
  await noKey.click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('while it is unknown whether there is one, nothing is asked; a failure is tried again', async () => {
  const api = fakeApi()
  api.rejects(readMasterPasswordStatus, 'FORBIDDEN')
  await renderPart(<Page />, { locked: true })
  await button('Read').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(masterPassword().elements()).toEqual([])
  api.answers(readMasterPasswordStatus, { hasMasterPassword: true })
  await button('Try again').click()
  await expect.element(button('Unlock')).toBeVisible()
})
