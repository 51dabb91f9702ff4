import { confirmRecoveryKey } from '@envhold/contract/accounts/account-security.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { RecoverySheet } from './recovery-sheet.tsx'

const recoveryKey = '7K2M9-QX4TB'

function Sheet() {
  const [isKept, setKept] = useState(false)
  return isKept ? <p>Kept</p> : <RecoverySheet recoveryKey={recoveryKey} onConfirmed={() => setKept(true)} />
}
const show = async () => {
  const api = fakeApi()
  api.answers(confirmRecoveryKey, { message: 'Confirmed' })
  const { connection } = await renderPart(<Sheet />)
  return { api, connection }
}
const field = () => page.getByLabelText('Group 2 of your recovery key')

test('the right group confirms by itself, however it is typed', async () => {
  const { api, connection } = await show()
  await expect.element(field()).toHaveFocus()
  await expectAccessible()
  expect(connection.unsaved.anyShown()).toBe(true)
  await userEvent.keyboard('qx4t')
  await expect.element(field()).toHaveValue('qx4t')
  await userEvent.keyboard('b')
  await expect.element(page.getByText('Kept', { exact: true })).toBeVisible()
  await expect.poll(() => api.sent(confirmRecoveryKey).length).toBe(1)
  expect(connection.unsaved.any()).toBe(false)
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
  await expect.element(field()).toHaveValue(recoveryKey)
})
