// Dialogs that name a protected environment already send its name; where it became protected meanwhile, the page asks.

import { lossDetails } from '@envhold/contract/accounts/protection.ts'
import { deleteVariable, importVariables, readVariables } from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useConnection } from '../../connection/use-connection.ts'
import { type FakeApi, fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleEnvironment } from '../../tests/samples.ts'
import { UntilSaid } from '../../tests/until-said.tsx'
import { RestoreDialog } from '../workbench/history/restore-dialog.tsx'
import { type OpenDialog, VariableDialogs } from '../workbench/table/variable-dialogs.tsx'
import { ProtectionDialogs } from './protection-dialogs.tsx'

const live = sampleEnvironment({ name: 'live', protected: true })
const changes = { warnings: [], added: ['A'], changed: [], removed: [], unchanged: [] }

function Dialogs({ first, isProtected }: { first: OpenDialog; isProtected: boolean }) {
  const { protectionPrompt } = useConnection()
  const [opened, setOpened] = useState<OpenDialog | undefined>(first)
  return (
    <>
      <VariableDialogs
        opened={opened}
        environment={{ ...live, protected: isProtected }}
        variables={new Map([['A', { value: '1' }]])}
        canWrite
        hidden={false}
        onAdded={() => {}}
        onImport={() => {}}
        onRemoved={() => {}}
        onClose={() => setOpened(undefined)}
      />
      <ProtectionDialogs prompt={protectionPrompt} />
    </>
  )
}
const confirmed = (api: FakeApi, endpoint: Parameters<FakeApi['sent']>[0]) =>
  api.sent(endpoint).map(({ headers }) => headers.get('confirm-environment'))

test('deleting from a protected environment asks once, and undoing it does not ask', async () => {
  const api = fakeApi()
  api.answers(readVariables, { environment: live, version: 4, variables: { A: '1' }, details: {} })
  api.answers(deleteVariable, { message: 'Deleted', environment: { ...live, version: 5 } })
  api.answers(restoreVersion, { environment: { ...live, version: 6 }, ...changes })
  await renderPart(<Dialogs first={{ what: 'delete', keys: ['A'] }} isProtected />)
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription(/live is protected/)
  await page.getByRole('button', { name: 'Delete from live' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('A is back')).toBeVisible()
  expect(confirmed(api, deleteVariable)).toEqual(['live'])
  expect(confirmed(api, restoreVersion)).toEqual(['live'])
})

test('restoring in a protected environment asks once', async () => {
  const api = fakeApi()
  api.answers(restoreVersion, { environment: live, ...changes })
  await renderPart(
    <UntilSaid>
      {(say) => <RestoreDialog environment={live} version={2} onClose={() => say('Closed')} />}
    </UntilSaid>,
  )
  await page.getByRole('button', { name: 'Restore in live' }).click()
  await expect.element(page.getByText('Closed', { exact: true })).toBeVisible()
  expect(confirmed(api, restoreVersion)).toEqual(['live'])
})

test('an import into an environment that became protected meanwhile asks, and keeps the text', async () => {
  const api = fakeApi()
  const loss = { environment: 'live', replaced: 1, deleted: 0 }
  api.rejects(importVariables, 'PROTECTED_ENVIRONMENT', lossDetails(loss))
  const first = { what: 'import', given: { text: 'A=2\n' } } as const
  await renderPart(<Dialogs first={first} isProtected={false} />)
  await page.getByRole('button', { name: 'Import 1 change into live' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'live is protected' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Import into live' })).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
  api.answers(importVariables, { environment: live, ...changes })
  await page.getByRole('button', { name: 'Import 1 change into live' }).click()
  await expect.element(page.getByText('Imported 1 variable: 1 added')).toBeVisible()
  expect(api.sent(importVariables).map(({ body }) => body)).toEqual([
    { dotenv: 'A=2\n', mode: 'merge' },
    { dotenv: 'A=2\n', mode: 'merge' },
  ])
})
