import { ApiError } from '@envhold/client/api-error.ts'
import { listProjectActivity } from '@envhold/contract/activity/activity.ts'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { UntilSaid } from '../../../tests/until-said.tsx'
import { Blocked } from '../../../ui/feedback/blocked.tsx'
import { StaleError } from '../data/variable-writes.ts'
import type { InitialVariable } from './variable-form.ts'
import { type FormEvents, VariableFormDialog } from './variable-form-dialog.tsx'

const saved = async () => {}
const closed = () => page.getByText('Closed', { exact: true })

interface Given extends Partial<FormEvents> {
  hidden?: boolean
  initial?: InitialVariable
  firstKey?: string
  environment?: string
}

const Shown = ({ hidden = false, initial, firstKey, environment = 'production', ...on }: Given) => (
  <VariableFormDialog
    hidden={hidden}
    environment={sampleEnvironment({ name: environment })}
    start={initial ? { initial } : { key: firstKey }}
    on={{ save: saved, close: () => {}, ...on }}
  />
)

const show = async (options: Given = {}) => {
  fakeApi()
  const sent: unknown[] = []
  const part = await renderPart(
    <UntilSaid>
      {(say) => (
        <Shown
          close={() => say('Closed')}
          {...options}
          save={(next, change) => {
            sent.push(change)
            return (options.save ?? saved)(next, change)
          }}
        />
      )}
    </UntilSaid>,
  )
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const key = dialog.getByRole('textbox', { name: 'Key' })
  const value = dialog.getByRole('textbox', { name: 'Value' })
  return { ...part, dialog, key, value, sent }
}

test('a new variable: the key has the focus, and each field says what it lacks', async () => {
  const { dialog, key, sent } = await show()
  await expect.element(dialog).toHaveAccessibleName('Add Variable')
  await expect.element(key).toHaveFocus()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Add to production' }).click()
  await expect.element(dialog.getByText('Variable key is required')).toBeVisible()
  await key.fill('database-url')
  await expect
    .element(dialog.getByText('Variable key can only contain letters, numbers and underscores'))
    .toBeVisible()
  await expect.element(key).toBeInvalid()
  await expectAccessible()
  expect(sent).toEqual([])
})

test('KEY=value pasted into the key fills both fields', async () => {
  const { key, value } = await show()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'PORT="80 80"')
  key.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(key).toHaveValue('PORT')
  await expect.element(value).toHaveValue('80 80')
})

test('by keyboard: Tab from key to value, Ctrl+Enter saves several lines, and the dialog closes', async () => {
  const { key, value, sent } = await show()
  await expect.element(key).toHaveFocus()
  await userEvent.keyboard('CERT{Tab}')
  await expect.element(value).toHaveFocus()
  await userEvent.keyboard('one{Enter}two{Control>}{Enter}{/Control}')
  await expect.element(closed()).toBeVisible()
  expect(sent).toEqual([{ key: 'CERT', value: 'one\ntwo', note: '', due: '' }])
})

test('a note and a due date are saved with the variable, and counted near the limit', async () => {
  const { dialog, sent } = await show({
    initial: { key: 'PORT', value: '80', note: 'Of the team', due: '2027-01-31' },
  })
  const note = dialog.getByRole('textbox', { name: 'Note' })
  const due = dialog.getByLabelText('Due date')
  await expect.element(note).toHaveValue('Of the team')
  await expect.element(due).toHaveValue('2027-01-31')
  await note.fill('😀'.repeat(399))
  await expect.element(dialog.getByRole('status')).toBeEmptyDOMElement()
  await note.fill('😀'.repeat(400))
  await expect.element(dialog.getByRole('status')).toHaveTextContent('400 of 500')
  await note.fill('x'.repeat(501))
  await expect.element(dialog.getByText('Must be at most 500 characters')).toBeVisible()
  await expectAccessible()
  await note.fill(' Ask first\n\nThen replace ')
  await due.fill('')
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(closed()).toBeVisible()
  expect(sent).toEqual([{ note: 'Ask first\n\nThen replace', due: '' }])
})

test('a comment above a pasted KEY=value is its note', async () => {
  const { dialog, key } = await show()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', '# Of the team\nPORT=80')
  key.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Of the team')
})

test('a key may be lower-case, and spaces around it are removed', async () => {
  const { dialog, key, value, sent } = await show()
  await key.fill(' no_proxy ')
  await value.fill('localhost')
  await dialog.getByRole('button', { name: 'Add to production' }).click()
  await expect.element(closed()).toBeVisible()
  expect(sent).toMatchObject([{ key: 'no_proxy' }])
})

test('two pasted lines offer the import', async () => {
  const onImport = vi.fn()
  const { dialog, key } = await show({ import: onImport })
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'A=1\nB=2')
  key.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(key).toHaveValue('')
  await dialog.getByRole('button', { name: 'Import them' }).click()
  expect(onImport).toHaveBeenCalledExactlyOnceWith('A=1\nB=2')
})

const bytes = ['a\r\nb\r\n', 'a\rb', 'end  ', 'a\n', '']

test.each(bytes)('of the value %j, which nobody touched, nothing is sent', async (value) => {
  const { dialog, value: field, sent } = await show({ initial: { key: 'CERT', value } })
  await expect.element(field).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Of the team')
  // Typed and taken back is untouched, too.
  await field.click()
  await userEvent.keyboard('x{Backspace}')
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(closed()).toBeVisible()
  expect(sent).toEqual([{ note: 'Of the team' }])
})

test('nothing changed is nothing to save', async () => {
  const { dialog, sent } = await show({ initial: { key: 'CERT', value: 'a\r\nb\r\n' } })
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(closed()).toBeVisible()
  expect(sent).toEqual([])
})

test('what the field cannot show is named, and an edit says what it does', async () => {
  const { dialog, value, sent } = await show({ initial: { key: 'CERT', value: 'a \r\nb\r\n' } })
  await expect
    .element(dialog.getByText('Not visible here: 1 trailing space, 2 carriage returns, 1 last newline.'))
    .toBeVisible()
  await expect.element(dialog.getByText(/They stay unless you edit the text here/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Download value' })).toBeVisible()
  await expectAccessible()
  await value.fill('b\n')
  await expect.element(dialog.getByText('Not visible here: 1 last newline.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(closed()).toBeVisible()
  expect(sent).toEqual([{ value: 'b\n' }])
})

const drop = async (file: File) => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  const form = document.querySelector('form') as HTMLFormElement
  form.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
  form.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

test.each(bytes.filter(Boolean))('a dropped file with %j keeps its bytes', async (text) => {
  const { dialog, key, sent } = await show()
  await key.fill('CERT')
  await drop(new File([text], 'cert.pem'))
  await expect.element(dialog.getByText('From cert.pem, stored byte for byte.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add to production' }).click()
  await expect.element(closed()).toBeVisible()
  expect(sent).toEqual([{ key: 'CERT', value: text, note: '', due: '' }])
})

test('a chosen file that only looks like the stored value replaces it', async () => {
  const { dialog, sent } = await show({ initial: { key: 'CERT', value: 'a\nb\n' } })
  await dialog.getByLabelText('Text file').upload(new File(['a\r\nb\r\n'], 'cert.pem'))
  await expect.element(dialog.getByText('From cert.pem, stored byte for byte.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(closed()).toBeVisible()
  expect(sent).toEqual([{ value: 'a\r\nb\r\n' }])
})

test('a file of one line can lose its last newline, as from a pipe', async () => {
  const { dialog, value, sent } = await show({ initial: { key: 'TOKEN', value: 'old' } })
  await drop(new File(['secret\n'], 'token'))
  await dialog.getByRole('button', { name: 'Remove the last newline' }).click()
  await expect.element(value).toHaveValue('secret')
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(closed()).toBeVisible()
  expect(sent).toEqual([{ value: 'secret' }])
})

test('a file that cannot be a value says why, and changes nothing', async () => {
  const { dialog, value } = await show({ initial: { key: 'CERT', value: 'old' } })
  await drop(new File([new Uint8Array([0xff, 0xfe])], 'key.der'))
  await expect.element(dialog.getByText(/^key\.der is not UTF-8 text/)).toBeVisible()
  await drop(new File(['x'.repeat(65_537)], 'big.txt'))
  await expect.element(dialog.getByText(/^big\.txt is larger than 64 KiB/)).toBeVisible()
  await expect.element(value).toHaveValue('old')
})

test('while it saves, the button is busy and the dialog stays open', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { connection, dialog, value } = await show({
    initial: { key: 'PORT', value: '80' },
    save: () => promise,
  })
  await value.fill('8080')
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect
    .element(dialog.getByRole('button', { name: 'Save to production' }))
    .toHaveAttribute('aria-busy', 'true')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => connection.unsaved.isAsking.read()).toBe(false)
  void connection.unsaved.mayLeave()
  expect(connection.unsaved.question.read()).toBe('sent')
  resolve()
  await expect.element(closed()).toBeVisible()
  expect(connection.unsaved.isAsking.read()).toBe(false)
})

test('a field that the server rejects says so, and keeps what was typed', async () => {
  const { dialog, value } = await show({
    initial: { key: 'PORT', value: '80' },
    save: async () => {
      throw new ApiError(
        400,
        {
          error: 'VALIDATION_FAILED',
          message: 'No',
          request_id: 'r',
          details: [{ path: 'value', message: 'Too long' }],
        },
        null,
      )
    },
  })
  await expect.element(dialog).toHaveAccessibleName('Edit Variable')
  await expect.element(value).toHaveFocus()
  await value.fill('8080')
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(dialog.getByText('Too long')).toBeVisible()
  await expect.element(value).toHaveValue('8080')
})

test('a change made by somebody else meanwhile is told of, and what was typed stays', async () => {
  const { dialog, value } = await show({
    initial: { key: 'PORT', value: '80' },
    save: async () => {
      throw new StaleError('PORT was changed.')
    },
  })
  await value.fill('8080')
  await dialog.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(dialog.getByText(/PORT was changed\./)).toBeVisible()
  await expect.element(value).toHaveValue('8080')
})

test('a new name of the environment is said, and who gave it', async () => {
  const api = fakeApi()
  api.answers(listProjectActivity, {
    activities: [
      {
        id: 1,
        event_type: 'environment_updated',
        category: 'project_changes',
        severity: 'low',
        description: 'Renamed the environment "qa" to "trial"',
        created_at: '2026-11-01T10:00:00.000Z',
        ip_address: null,
        users: { email: 'grace@example.com', username: 'grace' },
      },
    ],
    pagination: { page: 1, limit: 100, offset: 0, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
  })
  let rename = () => {}
  await renderPart(() => {
    const [name, setName] = useState('qa')
    rename = () => setName('trial')
    return <Shown environment={name} />
  })
  await page.getByRole('textbox', { name: 'Value' }).fill('typed')
  rename()
  await expect.element(page.getByText('qa was renamed to trial by grace. You save to trial.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Value' })).toHaveValue('typed')
})

test('while the project cannot be changed, what was typed can be copied', async () => {
  fakeApi()
  await renderPart(
    <Blocked value="production was deleted by grace.">
      <Shown initial={{ key: 'PORT', value: '80' }} />
    </Blocked>,
  )
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('8080')
  await expect.element(dialog.getByText('production was deleted by grace.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Copy value' })).toBeVisible()
  await expect
    .element(dialog.getByRole('button', { name: 'Save to production' }))
    .toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
})

test('closing with something typed asks first', async () => {
  const { connection, dialog, key } = await show()
  await key.fill('PORT')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  expect(connection.unsaved.isAsking.read()).toBe(true)
  connection.unsaved.answer(true)
  await expect.element(closed()).toBeVisible()
})

const longName = 'preview-checkout-redesign-for-the-autumn-campaign'

test('a long name of an environment fits on a phone', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 900))
  const { dialog } = await show({ environment: longName })
  const right = (name: string) => dialog.getByRole('button', { name }).element().getBoundingClientRect().right
  expect(right(`Add to ${longName}`)).toBeLessThan(390)
  expect(right('Generate')).toBeLessThan(390)
})
