import { deferred } from '../../../ui/deferred.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useRemoveVariables } from '../data/use-remove-variables.ts'
import { DownloadDialog } from '../download/download-dialog.tsx'
import { HistoryDrawer } from '../history/history-drawer.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'
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
    reading,
    isDialogHidden: hidden,
    canWrite,
  } = useParts('dialog', 'environment', 'variables', 'reading', 'isDialogHidden', 'canWrite')
  const read = reading.isReady ? variables : undefined
  const shared = { environment, onClose: close }
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
      return <ImportDialog {...shared} hidden={hidden} before={read} source={opened.source} />
    case 'history':
      return <HistoryDrawer {...shared} canWrite={canWrite} />
    case 'key-history':
      return <KeyHistoryDrawer {...shared} name={opened.key} variables={read} canWrite={canWrite} />
    case 'copy':
      return <CopyDialog {...shared} variables={variables} keys={opened.keys} isMove={opened.isMove} />
    case 'same-value':
      return <SameValuePanel name={opened.key} anchor={opened.anchor} />
    case 'rotate':
      return <RotateDialog hidden={hidden} rotation={opened.rotation} here={environment} onClose={close} />
    case 'download':
      return <DownloadDialog {...shared} />
  }
}

const maxShown = 8

/** Asks before variables of the table are deleted. */
function DeleteVariablesDialog({ keys }: { keys: readonly string[] }) {
  const { close, afterRemoval } = useActions()
  const environment = useWorkbench((state) => state.environment)
  const remove = useRemoveVariables(environment)
  const { name, protected: isProtected } = environment
  const note = isProtected ? ` ${name} is protected.` : ''
  const one = keys.length === 1
  const named = (key: string) => <span className="font-mono text-small break-all text-ink">{key}</span>
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      {...(isProtected && { icon: 'shield' as const })}
      title={one ? 'Delete variable' : `Delete ${keys.length} variables`}
      description={
        one ? (
          <p>
            {named(keys[0] ?? '')} is deleted from {name}. Earlier versions in the history still hold it.
            {note}
          </p>
        ) : (
          <div className="grid gap-2">
            <p>
              They are deleted from {name}. Earlier versions in the history still hold them.{note}
            </p>
            <ul className="grid gap-0.5">
              {keys.slice(0, maxShown).map((key) => (
                <li key={key}>{named(key)}</li>
              ))}
              {keys.length > maxShown && <li>and {keys.length - maxShown} more</li>}
            </ul>
          </div>
        )
      }
      confirmText={one ? `Delete from ${name}` : `Delete ${keys.length} from ${name}`}
      onConfirm={() => {
        void remove(keys)
        afterRemoval(keys)
      }}
    />
  )
}
