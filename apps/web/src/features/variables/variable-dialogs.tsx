import type { Environment } from '@envhold/contract/environments.ts'
import { DownloadDialog } from '../../connection/download-dialog.tsx'
import { DeleteVariableDialog } from './delete-variable-dialog.tsx'
import { HistoryDrawer } from './history/history-drawer.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import type { Given } from './import/import-preview.ts'
import { useVariableWrites } from './use-variable-writes.ts'
import { VariableFormDialog } from './variable-form-dialog.tsx'

/** What is open above the table; one thing at a time. */
export type Opened =
  | { readonly what: 'add' | 'history' | 'download' }
  | { readonly what: 'edit' | 'delete'; readonly key: string }
  | { readonly what: 'import'; readonly given: Given }

interface Props {
  opened: Opened | undefined
  environment: Environment
  variables: ReadonlyMap<string, string>
  canWrite: boolean
  onClose: () => void
}

export function VariableDialogs({ opened, environment, variables, canWrite, onClose }: Props) {
  const { create, update, remove } = useVariableWrites(environment)
  const { name } = environment
  switch (opened?.what) {
    case undefined:
      return null
    case 'add':
      return (
        <VariableFormDialog
          environment={name}
          onSave={({ key, value }) => create(key, value)}
          onClose={onClose}
        />
      )
    case 'edit':
      return (
        <VariableFormDialog
          environment={name}
          initial={{ key: opened.key, value: variables.get(opened.key) ?? '' }}
          onSave={(next) => update(opened.key, next)}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <DeleteVariableDialog
          name={opened.key}
          environment={name}
          onDelete={() => remove(opened.key)}
          onClose={onClose}
        />
      )
    case 'import':
      return (
        <ImportDialog environment={environment} before={variables} given={opened.given} onClose={onClose} />
      )
    case 'history':
      return <HistoryDrawer environment={environment} canWrite={canWrite} onClose={onClose} />
    case 'download':
      return <DownloadDialog environment={environment} onClose={onClose} />
  }
}
