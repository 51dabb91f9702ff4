import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { flushSync } from 'react-dom'
import { deferred } from '../../../ui/deferred.tsx'
import { confirmedIn } from '../data/confirmed-in.ts'
import { useVariableWrites } from '../data/use-variable-writes.ts'
import { DownloadDialog } from '../download/download-dialog.tsx'
import { VariableFormDialog } from '../form/variable-form-dialog.tsx'
import { HistoryDrawer } from '../history/history-drawer.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import type { ImportSource } from '../import/import-preview.ts'
import { DeleteVariablesDialog } from '../removal/delete-variables-dialog.tsx'
import { useRemoveVariables } from '../removal/use-remove-variables.ts'

const CopyDialog = deferred(async () => (await import('../copy/copy-dialog.tsx')).CopyDialog)
const KeyHistoryDrawer = deferred(
  async () => (await import('../history/key-history-drawer.tsx')).KeyHistoryDrawer,
)

/** The dialog above the table; one at a time. */
export type OpenDialog =
  | { readonly what: 'history' | 'download' }
  /** With a key that the form begins with. */
  | { readonly what: 'add'; readonly key?: string | undefined }
  | { readonly what: 'edit' | 'key-history'; readonly key: string }
  | { readonly what: 'copy'; readonly keys: readonly string[]; readonly isMove: boolean }
  | { readonly what: 'delete'; readonly keys: readonly string[] }
  | { readonly what: 'import'; readonly given: ImportSource }

interface Props {
  opened: OpenDialog | undefined
  environment: Environment
  variables: Variables
  canWrite: boolean
  /** The vault is locked, and what was typed waits for it. */
  hidden: boolean
  /** A row for this key was added. */
  onAdded: (key: string) => void
  onRemoved: () => void
  /** A text was pasted that the import takes. */
  onImport: (given: ImportSource) => void
  onClose: () => void
}

export function VariableDialogs({ opened, environment, variables, canWrite, hidden, ...on }: Props) {
  const { create, update } = useVariableWrites(environment)
  const remove = useRemoveVariables(environment, confirmedIn(environment))
  const { onClose } = on
  const { name } = environment
  /** The form is gone before the table shows the row, which may change the URL: that would ask about its input. */
  const added = (key: string) => {
    flushSync(onClose)
    on.onAdded(key)
  }
  switch (opened?.what) {
    case undefined:
      return null
    case 'add':
      return (
        <VariableFormDialog
          hidden={hidden}
          projectId={environment.project_id}
          environment={name}
          firstKey={opened.key}
          onImport={(text) => on.onImport({ text })}
          onSave={async (next) => {
            const answer = await create(next)
            added(next.key)
            return answer
          }}
          onClose={onClose}
        />
      )
    case 'edit':
      return (
        <VariableFormDialog
          hidden={hidden}
          projectId={environment.project_id}
          environment={name}
          initial={{ value: '', ...variables.get(opened.key), key: opened.key }}
          onSave={async (_, change) => {
            const answer = await update(opened.key, change)
            if (change.key !== undefined) added(change.key)
            return answer
          }}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <DeleteVariablesDialog
          keys={opened.keys}
          environment={environment}
          onDelete={() => {
            void remove(opened.keys)
            on.onRemoved()
          }}
          onClose={onClose}
        />
      )
    case 'import':
      return (
        <ImportDialog
          hidden={hidden}
          environment={environment}
          before={variables}
          source={opened.given}
          onClose={onClose}
        />
      )
    case 'history':
      return <HistoryDrawer environment={environment} canWrite={canWrite} onClose={onClose} />
    case 'key-history':
      return (
        <KeyHistoryDrawer
          environment={environment}
          name={opened.key}
          variables={variables}
          canWrite={canWrite}
          onClose={onClose}
        />
      )
    case 'copy':
      return (
        <CopyDialog
          environment={environment}
          variables={variables}
          keys={opened.keys}
          isMove={opened.isMove}
          onClose={onClose}
        />
      )
    case 'download':
      return <DownloadDialog environment={environment} onClose={onClose} />
  }
}
