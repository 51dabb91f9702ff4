import { validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { UnlockInPlace } from './unlock-in-place.tsx'

test('a slow unlock explains the wait, and sends the password once', { timeout: 60_000 }, async () => {
  const api = fakeApi()
  api.answers(readMasterPasswordStatus, { hasMasterPassword: true })
  const answer = api.holds(validateMasterPassword)
  const { connection } = await renderPart(<UnlockInPlace />, { locked: true })
  await page.getByLabelText('Master password', { exact: true }).fill('master password')
  await page.getByRole('button', { name: 'Unlock' }).click()
  const note = page.getByText('Unlocking takes longer than usual')
  await expect.element(note, { timeout: 30_000 }).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeDisabled()
  answer({ valid: true })
  await expect.poll(() => connection.vault.read()).toBe('master password')
  expect(api.sent(validateMasterPassword)).toHaveLength(1)
  await expect.poll(() => note.elements()).toHaveLength(0)
})
