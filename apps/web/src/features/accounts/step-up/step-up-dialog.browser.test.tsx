import { confirmPassword } from '@envhold/contract/accounts/account-settings.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sessionToken } from '../../../tests/samples.ts'
import { StepUpDialogs } from './step-up-dialogs.tsx'

const renewed = `ses_zzzzzzzzzzzzz_${'1'.repeat(49)}`
const done = { message: 'Deleted' }

function Page() {
  const { api, stepUpPrompt } = useConnection()
  const [said, setSaid] = useState('')
  const remove = async (id: number) => {
    try {
      const { message } = await api.call(deleteProject, { params: { id } })
      setSaid((before) => `${before} ${message} ${id}`)
    } catch (error) {
      setSaid('rejected')
      notifyError(error)
    }
  }
  return (
    <>
      <input aria-label="Typed" />
      <button type="button" onClick={() => void Promise.all([remove(1), remove(2)])}>
        Delete both
      </button>
      <output>{said}</output>
      <StepUpDialogs prompt={stepUpPrompt} />
    </>
  )
}

const dialog = () => page.getByRole('dialog', { name: 'Confirm it is you' })
const field = () => page.getByLabelText('Account password', { exact: true })
const begin = async (api: FakeApi) => {
  api.rejects(deleteProject, 'STEP_UP_REQUIRED')
  const part = await renderPart(<Page />)
  await page.getByLabelText('Typed').fill('kept')
  await page.getByRole('button', { name: 'Delete both' }).click()
  await expect.element(dialog()).toBeVisible()
  return part
}

test('calls that need a proof share one dialog, and are repeated once under the new token', async () => {
  const api = fakeApi()
  const { connection } = await begin(api)
  await expect.element(field()).toHaveFocus()
  await expectAccessible()
  api.rejects(confirmPassword, 'INVALID_CREDENTIALS')
  await userEvent.keyboard('wrong{Enter}')
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(api.sent(deleteProject)).toHaveLength(2)

  api.answers(confirmPassword, () => {
    api.answers(deleteProject, done)
    return { token: renewed, confirmed_until: '2026-03-01T10:00:00.000Z' }
  })
  await field().fill('right password')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('Deleted 1')
  await expect.element(page.getByRole('status')).toHaveTextContent('Deleted 2')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(api.sent(deleteProject).map(({ headers }) => headers.get('authorization'))).toEqual([
    `Bearer ${sessionToken}`,
    `Bearer ${sessionToken}`,
    `Bearer ${renewed}`,
    `Bearer ${renewed}`,
  ])
  expect(localStorage.getItem('token')).toBe(renewed)
  expect(connection.vault.read()).not.toBeNull()
})

test('Escape gives up quietly: nothing is repeated, said or lost', async () => {
  const api = fakeApi()
  await begin(api)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('status')).toHaveTextContent('rejected')
  expect(api.sent(deleteProject)).toHaveLength(2)
  await expect.element(page.getByLabelText('Typed')).toHaveValue('kept')
  expect(page.getByText('Confirm that it is you').elements()).toEqual([])
})

test('a call that is still rejected after the proof is not repeated again', async () => {
  const api = fakeApi()
  await begin(api)
  api.answers(confirmPassword, { token: renewed, confirmed_until: '2026-03-01T10:00:00.000Z' })
  await field().fill('right password')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('rejected')
  expect(api.sent(deleteProject)).toHaveLength(4)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test.each([
  [['passkey'], 'Lost your passkey?'],
  [['totp', 'recovery-code', 'passkey'], 'Lost all of these?'],
] as const)('where only %j confirms, the dialog says what to do without', async (methods, text) => {
  fakeApi()
  const { connection } = await renderPart(<Page />)
  void connection.stepUpPrompt.ask({ methods: [...methods], tag: '' })
  await expect.element(dialog().getByText(text)).toHaveTextContent('72 hours later you can confirm without')
  await expect
    .element(dialog().getByRole('link', { name: 'Ask an operator' }))
    .toHaveAttribute('href', '/contact')
  await expectAccessible()
})

test('where a password confirms, nothing is lost', async () => {
  fakeApi()
  const { connection } = await renderPart(<Page />)
  void connection.stepUpPrompt.ask({ methods: ['password', 'oidc'], tag: '' })
  await expect.element(field()).toBeVisible()
  expect(dialog().getByText(/^Lost/).elements()).toEqual([])
})
