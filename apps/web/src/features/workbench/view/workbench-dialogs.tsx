import { deferred } from '../../../ui/deferred.tsx'
import { DownloadDialog } from '../download/download-dialog.tsx'
import { HistoryDrawer } from '../history/history-drawer.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import { useActions, useParts } from '../store/workbench-store.ts'
import { DeleteVariablesDialog } from './delete-variables-dialog.tsx'
import { VariableForm } from './variable-form.tsx'

const AddKeyDialog = deferred(async () => (await import('./add-key-dialog.tsx')).AddKeyDialog)
const CopyDialog = deferred(async () => (await import('../copy/copy-dialog.tsx')).CopyDialog)
const KeyHistoryDrawer = deferred(
  async () => (await import('../history/key-history-drawer.tsx')).KeyHistoryDrawer,
)
const RotateDialog = deferred(async () => (await import('../same-value/rotate-dialog.tsx')).RotateDialog)
const SameValuePanel = deferred(
  async () => (await import('../same-value/same-value-panel.tsx')).SameValuePanel,
)

/** The dialog that is open above the page. */
export function WorkbenchDialogs() {
  const { close } = useActions()
  const {
    dialog: opened,
    environment,
    variables,
    isDialogHidden: hidden,
    canWrite,
  } = useParts('dialog', 'environment', 'variables', 'isDialogHidden', 'canWrite')
  switch (opened?.what) {
    case undefined:
      return null
    case 'add':
    case 'edit':
      return <VariableForm key={opened.what} dialog={opened} />
    case 'add-key':
      return <AddKeyDialog />
    case 'delete':
      return <DeleteVariablesDialog keys={opened.keys} />
    case 'import':
      return (
        <ImportDialog
          hidden={hidden}
          environment={environment}
          before={variables}
          source={opened.source}
          onClose={close}
        />
      )
    case 'history':
      return <HistoryDrawer environment={environment} canWrite={canWrite} onClose={close} />
    case 'key-history':
      return (
        <KeyHistoryDrawer
          environment={environment}
          name={opened.key}
          variables={variables}
          canWrite={canWrite}
          onClose={close}
        />
      )
    case 'copy':
      return (
        <CopyDialog
          environment={environment}
          variables={variables}
          keys={opened.keys}
          isMove={opened.isMove}
          onClose={close}
        />
      )
    case 'same-value':
      return <SameValuePanel name={opened.key} anchor={opened.anchor} />
    case 'rotate':
      return <RotateDialog hidden={hidden} rotation={opened.rotation} here={environment} onClose={close} />
    case 'download':
      return <DownloadDialog environment={environment} onClose={close} />
  }
}
