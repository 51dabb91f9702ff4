import { confirmRecoveryKey } from '@envhold/contract/account-security.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'

const recoveryKey = '7K2M9-QX4TB'
const onConfirmed = vi.fn()

const show = async () => {
  onConfirmed.mockReset()
  const api = fakeApi()
  api.answers(confirmRecoveryKey, { message: 'Confirmed' })
  const { connection } = await renderPart(
    <RecoverySheet recoveryKey={recoveryKey} onConfirmed={onConfirmed} />,
  )
  return { api, connection }
}
const field = () => page.getByLabelText('Group 2 of your recovery key')

test('the right group confirms by itself, however it is typed', async () => {
  const { api, connection } = await show()
  await expect.element(field()).toHaveFocus()
  await expectAccessible()
  expect(connection.unsaved.anyShown()).toBe(true)
  await userEvent.keyboard('qx4t')
  expect(onConfirmed).not.toHaveBeenCalled()
  await userEvent.keyboard('b')
  expect(onConfirmed).toHaveBeenCalledTimes(1)
  await expect.element(page.getByText('Recovery key confirmed')).toBeVisible()
  await expect.poll(() => api.sent(confirmRecoveryKey).length).toBe(1)
})

test('a wrong group says so once it is complete, or with Enter', async () => {
  await show()
  await userEvent.keyboard('7K2M')
  expect(page.getByText('This is not group 2.').elements()).toHaveLength(0)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^This is not group 2\./)).toBeVisible()
  await field().fill('')
  expect(page.getByText(/^This is not group 2\./).elements()).toHaveLength(0)
  await userEvent.keyboard('7K2M9')
  await expect.element(page.getByText(/^This is not group 2\./)).toBeVisible()
  await expectAccessible()
  await field().fill(recoveryKey)
  await expect.element(page.getByText(/^This is not group 2\./)).toBeVisible()
  expect(onConfirmed).not.toHaveBeenCalled()
})
