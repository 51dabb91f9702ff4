// Dialogs that name a protected environment already send its name; where it became protected meanwhile, the page asks.

import { lossDetails } from '@envhold/contract/accounts/protection.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import { deleteVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useConnection } from '../../connection/use-connection.ts'
import { type FakeApi, fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { UntilSaid } from '../../tests/until-said.tsx'
import { RestoreDialog } from '../workbench/history/restore-dialog.tsx'
import type { OpenDialog } from '../workbench/store/state.ts'
import { createWorkbench, WorkbenchContext } from '../workbench/store/workbench-store.ts'
import { WorkbenchDialogs } from '../workbench/view/workbench-dialogs.tsx'
import { ProtectionDialogs } from './protection-dialogs.tsx'

const live = sampleEnvironment({ name: 'live', protected: true })
const changes = { warnings: [], added: ['A'], changed: [], removed: [], unchanged: [] }

const nowhere = () => {}

function Dialogs({ first, isProtected }: { first: OpenDialog; isProtected: boolean }) {
  const { protectionPrompt } = useConnection()
  const [workbench] = useState(() => {
    const environment = { ...live, protected: isProtected }
    const opened = createWorkbench({
      project: sampleProject(),
      environments: [environment],
      environment,
      layout: 'table',
      isPhone: false,
      isVaultOpen: true,
      blocked: undefined,
      ways: {
        onFilter: nowhere,
        onFind: nowhere,
        onOpenTable: nowhere,
        onCompare: nowhere,
        onCloseComparison: nowhere,
      },
      memory: undefined,
      others: { read: [], failed: [], isSettled: true },
      filter: undefined,
      typed: '',
      pair: undefined,
    })
    const reading = { ...opened.read().reading, isReady: true }
    opened.update({ reading, variables: new Map([['A', { value: '1' }]]), dialog: first })
    return opened
  })
  return (
    <WorkbenchContext value={workbench}>
      <WorkbenchDialogs />
      <ProtectionDialogs prompt={protectionPrompt} />
    </WorkbenchContext>
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
  await expect.element(page.getByText('Restored A')).toBeVisible()
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
  const first = { what: 'import', source: { text: 'A=2\n' } } as const
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
