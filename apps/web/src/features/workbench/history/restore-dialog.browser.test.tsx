import { restoreVersion } from '@envhold/contract/variables/versions.ts'
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
