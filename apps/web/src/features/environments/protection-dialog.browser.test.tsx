import { lossDetails, type ProtectedLoss } from '@envhold/contract/accounts/protection.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleEnvironment } from '../../tests/samples.ts'
import { ProtectionDialogs } from './protection-dialogs.tsx'

function Page({ ids }: { ids: readonly number[] }) {
  const { api, protectionPrompt } = useConnection()
  const [said, setSaid] = useState('')
  const save = async (id: number) => {
    try {
      await api.call(writeVariables, { params: { id }, body: { variables: { A: '2' }, mode: 'merge' } })
      setSaid((before) => `${before} saved ${id}`)
    } catch (error) {
      setSaid((before) => `${before} rejected ${id}`)
      notifyError(error)
    }
  }
  return (
    <>
      <input aria-label="Typed" />
      <button type="button" onClick={() => void Promise.all(ids.map(save))}>
        Save
      </button>
      <output>{said}</output>
      <ProtectionDialogs prompt={protectionPrompt} />
    </>
  )
}

const written = {
  environment: sampleEnvironment(),
  warnings: [],
  added: [],
  changed: ['A'],
  removed: [],
  unchanged: [],
}
const dialog = () => page.getByRole('alertdialog')

const begin = async (loss: ProtectedLoss, ids = [11]) => {
  const api = fakeApi()
  api.rejects(writeVariables, 'PROTECTED_ENVIRONMENT', lossDetails(loss))
  await renderPart(<Page ids={ids} />)
  await page.getByLabelText('Typed').fill('kept')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog()).toBeVisible()
  return api
}

test('a rejected write asks with the counts, and is repeated with the name', async () => {
  const api = await begin({ environment: 'prod-ü', replaced: 3, deleted: 1 })
  await expect.element(dialog()).toHaveAccessibleName('prod-ü is protected')
  await expect
    .element(dialog())
    .toHaveAccessibleDescription('This replaces 3 variables and deletes 1 variable.')
  await expectAccessible()
  api.answers(writeVariables, written)
  await dialog().getByRole('button', { name: 'Save to prod-ü' }).click()
  await expect.element(page.getByText('saved 11')).toBeVisible()
  const [first, second] = api.sent(writeVariables)
  expect(first?.headers.get('confirm-environment')).toBeNull()
  expect(second?.headers.get('confirm-environment')).toBe('prod-%C3%BC')
  expect(second?.body).toEqual(first?.body)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test.each([
  [{ replaced: 0, deleted: 2 }, 'This deletes 2 variables.', 'Delete from live'],
  [{ replaced: 1, deleted: 0 }, 'This replaces 1 variable.', 'Save to live'],
  [{ replaced: 0, deleted: 0 }, 'This changes it for everyone who uses it.', 'Change live'],
])('says what is lost: %o', async (counts, text, button) => {
  await begin({ environment: 'live', ...counts })
  await expect.element(dialog()).toHaveAccessibleDescription(text)
  await expect.element(dialog().getByRole('button', { name: button })).toBeVisible()
})

test('cancelling sends nothing more, shows no error and keeps what was typed', async () => {
  const api = await begin({ environment: 'live', replaced: 1, deleted: 0 })
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('rejected 11')).toBeVisible()
  expect(api.sent(writeVariables)).toHaveLength(1)
  await expect.element(page.getByLabelText('Typed')).toHaveValue('kept')
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0)
})

test('writes that come together are asked one after the other', async () => {
  const api = await begin({ environment: 'live', replaced: 1, deleted: 0 }, [11, 12])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('rejected 11')).toBeVisible()
  await expect.element(dialog()).toBeVisible()
  api.answers(writeVariables, written)
  await dialog().getByRole('button', { name: 'Save to live' }).click()
  await expect.element(page.getByText('saved 12')).toBeVisible()
})
