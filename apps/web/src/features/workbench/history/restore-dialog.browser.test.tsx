import { readVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion, restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { RestoreDialog } from './restore-dialog.tsx'

test('a restoration that changes nothing offers no Undo, which would restore the version before', async () => {
  const api = fakeApi()
  const environment = sampleEnvironment({ version: 4 })
  api.answers(restoreVersion, {
    environment,
    warnings: [],
    added: [],
    changed: [],
    removed: [],
    unchanged: ['A'],
  })
  await renderPart(<RestoreDialog environment={environment} version={2} onClose={() => {}} />)
  await page.getByRole('button', { name: 'Restore in production' }).click()
  await expect.element(page.getByText('production has the variables of version 2 already')).toBeVisible()
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([])
})

test('a restoration whose answer was lost is not a conflict when it is repeated', async () => {
  const api = fakeApi()
  const environment = sampleEnvironment({ version: 4 })
  const author = { username: 'ada', token_name: null }
  const restored = { variables: { A: '1' }, details: {} }
  api.answers(readVersion, { ...restored, version: 2, created_at: environment.created_at, author })
  api.answers(readVariables, { ...restored, environment: { ...environment, version: 5 }, version: 5 })
  api.rejects(restoreVersion, 'VERSION_MISMATCH')
  await renderPart(<RestoreDialog environment={environment} version={2} onClose={() => {}} />)
  await page.getByRole('button', { name: 'Restore in production' }).click()
  await expect.element(page.getByText('production has the variables of version 2 already')).toBeVisible()
})
