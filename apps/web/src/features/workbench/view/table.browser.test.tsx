import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'

const environment = sampleEnvironment()
const holding = (variables: Record<string, string>) => ({ environment, version: 4, variables, details: {} })

const show = async (api: FakeApi, { locked = false, role = 'owner' as 'owner' | 'read' } = {}) => {
  const part = await showWorkbench(api, { environments: [environment], project: { user_role: role }, locked })
  return { ...part, table: page.getByRole('grid', { name: 'Variables of production' }) }
}

test('while loading nothing is listed, then each key with its value hidden', async () => {
  const api = fakeApi()
  const answer = api.holds(readVariables)
  const { table } = await show(api)
  await expect.element(page.getByRole('searchbox', { name: 'Search keys' })).toBeVisible()
  expect(table.elements()).toHaveLength(0)
  answer(holding({ PORT: '8443', HOST: 'shop.example' }))
  await expect.element(table.getByRole('row', { name: 'PORT' })).toBeVisible()
  expect(document.body.textContent).not.toContain('8443')
  await expectAccessible()
})

test('an empty environment offers an import to a writer, and none to a reader', async () => {
  const api = fakeApi()
  api.answers(readVariables, holding({}))
  await show(api)
  await expect.element(page.getByText('No variables in this environment yet')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import a .env file' })).toBeVisible()
  await expectAccessible()
})

test('a reader of an empty environment cannot add anything', async () => {
  const api = fakeApi()
  api.answers(readVariables, holding({}))
  await show(api, { role: 'read' })
  await expect.element(page.getByText('No variables in this environment yet')).toBeVisible()
  expect(page.getByRole('button', { name: /Import|Add Variable/ }).elements()).toHaveLength(0)
})

test('a failure is said, and trying again reads', async () => {
  const api = fakeApi()
  api.rejects(readVariables, 'INTERNAL')
  const { table } = await show(api)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expectAccessible()
  api.answers(readVariables, holding({ PORT: '8443' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(table.getByRole('row', { name: 'PORT' })).toBeVisible()
})

test('a locked vault asks for the master password and reads nothing', async () => {
  const api = fakeApi()
  api.answers(readMasterPasswordStatus, { hasMasterPassword: true })
  await show(api, { locked: true })
  await expect.element(page.getByText('Master password required to view variables')).toBeVisible()
  await expect.element(page.getByLabelText('Master password', { exact: true })).toHaveFocus()
  expect(api.sent(readVariables)).toHaveLength(0)
  await expectAccessible()
})

test('locking the vault hides a revealed value', async () => {
  const api = fakeApi()
  api.answers(readVariables, holding({ PORT: '8443' }))
  api.answers(readMasterPasswordStatus, { hasMasterPassword: true })
  const { connection, table } = await show(api)
  await table.getByRole('button', { name: 'Reveal PORT' }).click()
  await expect.element(table.getByText('8443')).toBeVisible()
  connection.vault.lock()
  await expect.element(page.getByText('Master password required to view variables')).toBeVisible()
  expect(document.body.textContent).not.toContain('8443')
})

test('by keyboard: arrows and Enter reveal, N adds, and the new row takes the focus', async () => {
  const api = fakeApi()
  api.answers(readVariables, holding({ HOST: 'shop.example', PORT: '8443' }))
  const after = { ...environment, version: 5, variable_count: 3 }
  api.answers(createVariable, { environment: after, warnings: [] })
  const { table } = await show(api)
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(table.getByText('8443')).toBeVisible()
  await userEvent.keyboard('n')
  const dialog = page.getByRole('dialog', { name: 'Add Variable' })
  await expect.element(dialog.getByRole('textbox', { name: 'Key' })).toHaveFocus()
  await userEvent.keyboard('TOKEN{Tab}abc{Control>}{Enter}{/Control}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(table.getByRole('row', { name: 'TOKEN' })).toHaveFocus()
  await expect.element(page.getByText('Variable created successfully!')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(api.sent(createVariable).map(({ body }) => body)).toEqual([{ key: 'TOKEN', value: 'abc' }])
})

test('a text is pasted into the page, and not into a dialog above it', async () => {
  const api = fakeApi()
  api.answers(readVariables, holding({ PORT: '8443' }))
  const { table } = await show(api)
  await expect.element(table.getByRole('row', { name: 'PORT' })).toBeVisible()
  const isTaken = (target: Element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '-----BEGIN KEY-----\nMIIB=\n')
    return !target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }
  const above = document.createElement('div')
  above.role = 'dialog'
  const field = above.appendChild(document.createElement('textarea'))
  document.body.append(above)
  expect(isTaken(field)).toBe(false)
  above.remove()
  expect(isTaken(document.body)).toBe(true)
  await expect.element(page.getByRole('dialog', { name: 'Import into production' })).toBeVisible()
})
