import { deleteVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'

const environment = sampleEnvironment()

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
  const remove = async (key: string) => {
    const row = page.getByRole('row', { name: key })
    await expect.element(row).toBeVisible()
    row.element().focus()
    await userEvent.keyboard('{Delete}')
    await page.getByRole('button', { name: 'Delete from production' }).click()
  }
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
