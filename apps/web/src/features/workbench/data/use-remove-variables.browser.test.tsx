import { deleteVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'

const environment = sampleEnvironment()

async function remove(key: string) {
  const row = page.getByRole('row', { name: key })
  await expect.element(row).toBeVisible()
  row.element().focus()
  await userEvent.keyboard('{Delete}')
  await page.getByRole('button', { name: 'Delete from production' }).click()
}

test('deletions that follow one another share one message, and one Undo restores all', async () => {
  const api = fakeApi()
  const variables = { HOST: 'shop.example', PORT: '8443', TOKEN: 'abc' }
  let version = environment.version
  api.answers(readVariables, () => ({ environment, version, variables, details: {} }))
  api.answers(deleteVariable, () => {
    version += 1
    return { message: 'Deleted', environment: { ...environment, version } }
  })
  await showWorkbench(api, { environments: [environment] })
  await remove('HOST')
  await expect.element(page.getByText('Deleted HOST')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'PORT' })).toHaveFocus()
  await remove('PORT')
  await expect.element(page.getByText('Deleted 2 variables')).toBeVisible()
  await expect.element(page.getByText('Deleted HOST')).not.toBeInTheDocument()

  const restored = { ...environment, version: 7 }
  const changes = { warnings: [], added: ['HOST', 'PORT'], changed: [], removed: [], unchanged: [] }
  api.answers(restoreVersion, { environment: restored, ...changes })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Restored 2 variables')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'TOKEN' })).toHaveFocus()
  expect(api.sent(restoreVersion).map(({ path }) => path)).toEqual([
    '/api/env/environments/11/versions/4/restore',
  ])
  expect(api.sent(restoreVersion)[0]?.headers.get('if-match')).toBe('"6"')
})

test('a deletion that made no version is nothing to undo', async () => {
  const api = fakeApi()
  const all = { HOST: 'shop.example', PORT: '8443' }
  api.answers(readVariables, () => {
    const variables: Record<string, string> = api.sent(deleteVariable).length > 0 ? { PORT: all.PORT } : all
    return { environment, version: 4, variables, details: {} }
  })
  api.answers(deleteVariable, ({ path }) => ({
    message: 'Deleted',
    environment: { ...environment, version: path.endsWith('/HOST') ? 4 : 5 },
  }))
  await showWorkbench(api, { environments: [environment] })
  await remove('HOST')
  await expect.element(page.getByRole('row', { name: 'HOST' })).not.toBeInTheDocument()
  await remove('PORT')
  await expect.element(page.getByText('Deleted PORT')).toBeVisible()
})

test('a deletion before the first is answered waits for it, and is based on it', async () => {
  const api = fakeApi()
  const variables = { HOST: 'shop.example', PORT: '8443', TOKEN: 'abc' }
  api.answers(readVariables, { environment, version: 4, variables, details: {} })
  const first = Promise.withResolvers<void>()
  api.answers(deleteVariable, async () => {
    await first.promise
    return {
      message: 'Deleted',
      environment: { ...environment, version: 4 + api.sent(deleteVariable).length },
    }
  })
  await showWorkbench(api, { environments: [environment] })
  await remove('HOST')
  await remove('PORT')
  expect(api.sent(deleteVariable)).toHaveLength(1)
  first.resolve()
  await expect.element(page.getByText('Deleted 2 variables')).toBeVisible()
  expect(api.sent(deleteVariable).map(({ headers }) => headers.get('if-match'))).toEqual(['"4"', '"5"'])
})

test('a deletion that was overtaken says so, also if what was saved cannot be read', async () => {
  const api = fakeApi()
  const variables = { HOST: 'shop.example', PORT: '8443' }
  api.answers(readVariables, { environment, version: 4, variables, details: {} })
  await showWorkbench(api, { environments: [environment] })
  api.rejects(deleteVariable, 'VERSION_MISMATCH')
  await expect.element(page.getByRole('row', { name: 'HOST' })).toBeVisible()
  api.rejects(readVariables, 'FORBIDDEN')
  await remove('HOST')
  await expect.element(page.getByText(/has changed since you loaded it/)).toBeVisible()
})

test('a deletion whose response was lost says that the variable is gone', async () => {
  const api = fakeApi()
  const read = { environment, version: 4, details: {} }
  api.answers(readVariables, { ...read, variables: { HOST: 'shop.example', PORT: '8443' } })
  await showWorkbench(api, { environments: [environment] })
  api.rejects(deleteVariable, 'VERSION_MISMATCH')
  await expect.element(page.getByRole('row', { name: 'HOST' })).toBeVisible()
  api.answers(readVariables, { ...read, version: 5, variables: { PORT: '8443' } })
  await remove('HOST')
  await expect.element(page.getByText('HOST was already deleted')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'HOST' })).not.toBeInTheDocument()
})
