import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { toVariables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { openVault, signInAgain } from '../../../tests/lock-vault.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'
import { type ReadVariables, variablesKey } from '../data/variable-queries.ts'
import { ImportDialog } from './import-dialog.tsx'

const before = toVariables({ PORT: '80', HOST: 'shop.example' })

const show = async (text = '') => {
  const api = fakeApi()
  const part = await renderPart(() => {
    const [isOpen, setOpen] = useState(true)
    return (
      isOpen && (
        <ImportDialog
          hidden={false}
          environment={sampleEnvironment()}
          before={before}
          source={{ text }}
          onClose={() => setOpen(false)}
        />
      )
    )
  })
  const dialog = page.getByRole('dialog', { name: 'Import into production' })
  await expect.element(dialog).toBeVisible()
  const button = (name: string | RegExp) => dialog.getByRole('button', { name })
  return { ...part, api, dialog, button, field: dialog.getByRole('textbox') }
}
const written = {
  environment: sampleEnvironment({ version: 5 }),
  warnings: [],
  added: ['TOKEN'],
  changed: ['PORT'],
  removed: [],
  unchanged: [],
}

test('empty: the field has the focus, and there is nothing to import', async () => {
  const { field, button } = await show()
  await expect.element(field).toHaveFocus()
  await expect.element(button('Import into production')).toBeDisabled()
  await expectAccessible()
})

test('a text without variables says how one is written', async () => {
  const { dialog, field } = await show()
  await field.fill('# only a comment')
  await expect.element(dialog.getByRole('status')).toHaveTextContent('KEY=value')
})

test('by keyboard: the preview follows what is typed, and the import is one write, which is undone except for later changes', async () => {
  const { api, dialog, field, button } = await show()
  const answer = api.holds(importVariables)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('PORT=8080{Enter}TOKEN=abc')
  await expect.element(dialog.getByText('TOKEN', { exact: true })).toBeVisible()
  await expectAccessible()
  const save = button('Import 2 changes into production')
  for (let steps = 0; steps < 12 && document.activeElement !== save.element(); steps++) await userEvent.tab()
  await expect.element(save).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  answer(written)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.sent(importVariables).map(({ body }) => body)).toEqual([
    { dotenv: 'PORT=8080\nTOKEN=abc', mode: 'merge' },
  ])
  const now = { PORT: '8080', TOKEN: 'changed again', HOST: 'shop.example' }
  api.answers(readVariables, { environment: written.environment, version: 5, variables: now, details: {} })
  api.answers(writeVariables, { ...written, environment: sampleEnvironment({ version: 6 }) })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .element(page.getByText('TOKEN was changed again since. Everything else was undone.'))
    .toBeVisible()
  expect(api.sent(writeVariables).map(({ body }) => body)).toMatchObject([
    { variables: { PORT: '80' }, mode: 'merge', remove: [] },
  ])
})

test('an undo that finds nothing as it was written says so', async () => {
  const { api, dialog, button } = await show('PORT=8080\nTOKEN=abc')
  api.answers(importVariables, written)
  await expect.element(dialog.getByText('1 other variable stays as it is.')).toBeVisible()
  await button('Import 2 changes into production').click()
  const now = { PORT: '9090', TOKEN: 'changed again', HOST: 'shop.example' }
  api.answers(readVariables, { environment: written.environment, version: 5, variables: now, details: {} })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .element(page.getByText(/^[A-Z]+ and [A-Z]+ were changed again since. Nothing was undone.$/))
    .toBeVisible()
  expect(api.sent(writeVariables)).toEqual([])
})

test('replacing says what it removes before it does', async () => {
  const { dialog, button } = await show('PORT=8080')
  await expect.element(button('Import 1 change into production')).toBeEnabled()
  await dialog.getByRole('radio', { name: /Replace/ }).click()
  await expect.element(button('Import into production and remove 1')).toBeEnabled()
  await expect.element(dialog.getByText('HOST')).toBeVisible()
  await expectAccessible()
})

test('a text that cannot be read names its line, and cannot be imported', async () => {
  const { dialog, field, button } = await show()
  await field.fill('PORT=80\nTOKEN="abc')
  await expect.element(dialog.getByText(/Line 2/)).toBeVisible()
  await expect.element(button('Import into production')).toBeDisabled()
  await expectAccessible()
})

test('a failed import says why, and keeps the text', async () => {
  const { api, dialog, button } = await show('PORT=8080')
  api.rejects(importVariables, 'FORBIDDEN')
  await button('Import 1 change into production').click()
  await expect.element(dialog.getByText('You do not have permission to do this.')).toBeVisible()
  await button('Show and edit text').click()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('PORT=8080')
})

test.each([
  ['JSON', '{"PORT":"81","TOKEN":"x"}'],
  ['YAML', 'PORT: 81\nTOKEN: x\n'],
])('%s is read as such, and written with its values', async (name, text) => {
  const { api, dialog, button } = await show(text)
  api.holds(writeVariables)
  await expect.element(dialog).toHaveTextContent(`2 variables read as ${name}`)
  await button(/^Import 2 changes/).click()
  await expect
    .poll(() => api.sent(writeVariables))
    .toMatchObject([{ body: { variables: { PORT: '81', TOKEN: 'x' }, mode: 'merge' } }])
})

test('JSON sends what differs from what is there, and nothing else', async () => {
  const values = { PORT: '80', CERT: 'a\r\nb\r\n', HOST: 'shop.example' }
  const { api, connection, button } = await show(JSON.stringify({ ...values, PORT: '81' }))
  const variables = toVariables(values)
  connection.queries.setQueryData<ReadVariables>(variablesKey(sampleEnvironment().id), {
    environment: sampleEnvironment(),
    version: 4,
    variables,
    tag: null,
  })
  api.holds(writeVariables)
  await button(/^Import 2 changes/).click()
  await expect
    .poll(() => api.sent(writeVariables).map(({ body }) => body))
    .toEqual([{ variables: { PORT: '81' }, mode: 'merge', details: {}, remove: [] }])
})

test('an import is based on the version that the dialog has shown first', async () => {
  const { api, connection, field, button } = await show()
  const read = (version: number) =>
    connection.queries.setQueryData<ReadVariables>(variablesKey(sampleEnvironment().id), {
      environment: sampleEnvironment({ version }),
      version,
      variables: before,
      tag: null,
    })
  read(4)
  await field.fill('PORT=81')
  await expect.element(button('Import 1 change into production')).toBeEnabled()
  read(5)
  api.holds(importVariables)
  await button('Import 1 change into production').click()
  await expect.poll(() => api.sent(importVariables)[0]?.headers.get('if-match')).toBe('"4"')
})

test('a name that JSON repeats with another value needs review', async () => {
  const { dialog, field } = await show()
  await field.fill('{"PORT":"81","PORT":"82"}')
  await expect.element(dialog.getByText(/set above to another value/)).toBeVisible()
})

test('YAML with a list is refused with its line', async () => {
  const { dialog } = await show('PORT: 81\nLIST:\n  - x\n')
  await expect.element(dialog).toHaveTextContent('cannot be imported as YAML')
  await expect.element(dialog).toHaveTextContent('Line 2: LIST')
})

test('a text that is pasted before the variables are read makes room for what it changes', async () => {
  const api = fakeApi()
  const environment = sampleEnvironment()
  const answer = api.holds(readVariables)
  await showWorkbench(api, { environments: [environment] })
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import into production' })
  const field = dialog.getByRole('textbox')
  await field.click()
  const pasted = new DataTransfer()
  pasted.setData('text/plain', 'PORT=8080')
  field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }))
  await expect.element(field).toHaveValue('PORT=8080')
  answer({ environment, version: 4, variables: { PORT: '80' }, details: {} })
  await expect.element(dialog).toHaveTextContent('1 variable read as .env: 1 changed, 0 unchanged.')
  await expect.element(field).not.toBeInTheDocument()
})

test('while the vault is locked nothing is imported: unlocking shows the changes first', async () => {
  const api = fakeApi()
  const environment = sampleEnvironment()
  const variables = { PORT: '80', HOST: 'shop.example' }
  api.answers(readVariables, { environment, version: 4, variables, details: {} })
  const { connection } = await showWorkbench(api, { environments: [environment] })
  await expect.element(page.getByRole('grid')).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import into production' })
  await dialog.getByRole('textbox').fill('PORT=8080')
  await dialog.getByRole('radio', { name: /Replace/ }).click()
  await signInAgain(connection)
  await expect.element(dialog).toHaveTextContent('Unlock the vault to see what this text changes')
  expect(dialog.getByRole('button', { name: /^Import/ }).elements()).toEqual([])
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Unlock and preview' }).click()
  await openVault(connection)
  await expect
    .element(dialog.getByRole('button', { name: 'Import into production and remove 1' }))
    .toBeEnabled()
  expect(api.sent(importVariables)).toEqual([])
})
