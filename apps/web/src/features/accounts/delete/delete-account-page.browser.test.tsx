import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleSecurity } from '../../../tests/samples.ts'
import { DeleteAccountForm } from './delete-account-page.tsx'

const show = async (hasPassword: boolean) => {
  const api = fakeApi()
  api.answers(readAccountSecurity, {
    security: sampleSecurity({
      ...(!hasPassword && { password: null }),
      provider_identities: 1,
      step_up_methods: [],
    }),
  })
  api.answers(deleteAccount, { message: 'Deleted', deleted_at: '2026-03-01T10:00:00.000Z' })
  const onDeleted = vi.fn()
  await renderPart(<DeleteAccountForm username="ada" onCancel={() => {}} onDeleted={onDeleted} />)
  return { api, onDeleted }
}
const button = () => page.getByRole('button', { name: 'Delete account' })
const word = () => page.getByLabelText('Type ada to confirm')
const password = () => page.getByLabelText('Password', { exact: true })

test('the account is deleted only after its name was typed as it is', async () => {
  const { api, onDeleted } = await show(true)
  await password().fill('my password')
  await expect.element(button()).toBeDisabled()
  await word().fill('Ada')
  await expect.element(button()).toBeDisabled()
  await expectAccessible()
  await word().fill('ada')
  await button().click()
  await expect.poll(() => onDeleted.mock.calls).toHaveLength(1)
  expect(api.sent(deleteAccount).map(({ body }) => body)).toEqual([{ password: 'my password' }])
})

test('a wrong password is said at its field, and nothing is deleted', async () => {
  const { api, onDeleted } = await show(true)
  api.rejects(deleteAccount, 'INVALID_CREDENTIALS')
  await password().fill('another one')
  await word().fill('ada')
  await button().click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(password()).toHaveFocus()
  expect(onDeleted).not.toHaveBeenCalled()
})

test('an account without a password needs its name alone', async () => {
  const { api, onDeleted } = await show(false)
  await word().fill('ada')
  expect(password().elements()).toEqual([])
  await button().click()
  await expect.poll(() => onDeleted.mock.calls).toHaveLength(1)
  expect(api.sent(deleteAccount).map(({ body }) => body)).toEqual([{}])
})
