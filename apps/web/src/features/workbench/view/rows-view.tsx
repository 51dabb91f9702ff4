import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { useWhenReady } from '../../../ui/dialogs/after-dialog.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { asShown } from '../data/exact-text.ts'
import { isTextEdited } from '../drafts/edits.ts'
import { WorkbenchGrid } from '../grid/workbench-grid.tsx'
import { ImportCatcher } from '../import/import-catcher.tsx'
import { UnlockInPlace, useFocusOnContent } from '../parts/unlock-in-place.tsx'
import { countEdits } from '../store/drafts.ts'
import { isUnavailable, type Layout, type WorkbenchState } from '../store/state.ts'
import { useActions, useParts, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'
import { CurrentFilter } from '../toolbar/filter-chips.tsx'
import { PairLine } from '../toolbar/pair-line.tsx'
import { Toolbar } from '../toolbar/toolbar.tsx'
import { MissingKeys, ReadProblems, RowsState } from './rows-state.tsx'
import { SaveDrafts, UnsavableDrafts, useEveryName } from './save-drafts.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Caption, StatusLine } from './status-line.tsx'
import { WorkbenchDialogs } from './workbench-dialogs.tsx'

interface Props {
  /** Another view was shown before. */
  isReplacement: boolean
  /** Shown at the left of the tools. */
  lead: ReactNode
  /** A command requested the dialog for a new variable; called once it opens. */
  onAdd: (() => void) | undefined
  /** The key whose history a link leads to. */
  history?: string | undefined
}

/** The variables of one environment, or of several side by side, with all that can be done with them. */
export function RowsView({ isReplacement, lead, onAdd, history }: Props) {
  const { openChange } = useActions()
  const area = useRef<HTMLDivElement>(null)
  const { isVaultOpen: isOpen, layout } = useParts('isVaultOpen', 'layout')
  const isReady = useWorkbench(
    (state) => state.reading.isReady || state.reading.failed.length > 0 || isUnavailable(state),
  )
  useFocusOnContent({ area, isOpen, isReady, isReplacement })
  useAdding(onAdd)
  useHistoryOf(history)
  useLocking()
  useUnsaved(useWorkbench(isUnsaved))
  const names = useEveryName()
  const content = (
    <>
      <Toolbar lead={lead} />
      <div ref={area} className="grid min-w-0 grid-cols-1">
        {isOpen ? layout === 'text' ? <OpenText /> : <OpenRows names={names} /> : <LockedRows />}
      </div>
      <WorkbenchDialogs />
    </>
  )
  const environment = useWorkbench((state) => state.environment.name)
  const canImport = useWorkbench(canChange)
  if (layout === 'table')
    return (
      <ImportCatcher
        enabled={canImport}
        environment={environment}
        onSource={(source) => openChange({ what: 'import', source })}
      >
        {content}
      </ImportCatcher>
    )
  return (
    <section aria-label={sectionNames[layout](environment)} className="grid min-w-0 grid-cols-1">
      {content}
    </section>
  )
}

const sectionNames: Readonly<Record<Exclude<Layout, 'table'>, (environment: string) => string>> = {
  grid: () => 'Variables across environments',
  compare: () => 'Compare environments',
  text: (environment) => `${environment} as text`,
}

/** The user may write, and nothing covers what was read. */
const canChange = ({ isVaultOpen, reading, canWrite, dialog }: WorkbenchState): boolean =>
  isVaultOpen && reading.isReady && canWrite && !dialog

const isUnsaved = ({ drafts, editing, text, packed }: WorkbenchState): boolean => {
  const isTyped = editing !== undefined && editing.text !== asShown(editing.before)
  return isTyped || countEdits(drafts) > 0 || isTextEdited(text) || packed !== undefined
}

const loading = <Skeleton className="h-64" />
const TextView = deferred(
  async () => (await import('../text/text-view.tsx')).TextView,
  () => loading,
)

function OpenText() {
  const { isReady, failed } = useWorkbench(({ reading }) => reading)
  const unavailable = useWorkbench(isUnavailable)
  return (
    <div className="grid min-w-0 gap-4 px-(--gutter) pt-2 pb-4">
      {!unavailable && <ReadProblems />}
      {isReady || unavailable ? <TextView /> : failed.length === 0 && loading}
    </div>
  )
}

function OpenRows({ names }: { names: ReadonlyMap<number, string> }) {
  const { layout, isPhone, pair, lines } = useParts('layout', 'isPhone', 'pair', 'lines')
  const { reading, total } = useParts('reading', 'total')
  const isTable = layout === 'table'
  const hasKeys = total > 0 || (!isTable && reading.isReady)
  const hasRows = reading.isReady && lines.length > 0
  const unavailable = useWorkbench(isUnavailable)
  return (
    <>
      {/* Elsewhere, the heads of the columns choose. */}
      {pair && !unavailable && (isPhone || !hasRows) && <PairLine />}
      {!isTable && <UnsavableDrafts names={names} />}
      {isTable && hasKeys && <Caption />}
      <CurrentFilter />
      <RowsState />
      {hasRows && <WorkbenchGrid />}
      {isTable && <MissingKeys />}
      {hasKeys && <StatusLine />}
      {isTable ? <SelectionBar /> : <SaveDrafts />}
    </>
  )
}

function LockedRows() {
  const { isDialogHidden: isHidden, dialog, packed } = useParts('isDialogHidden', 'dialog', 'packed')
  const drafts = useWorkbench((state) => countEdits(state.drafts))
  return (
    <div className="grid gap-3 px-(--gutter) py-4">
      {((isHidden && dialog) || packed) && (
        <Banner title="What you typed is kept">It appears again once you unlock the vault.</Banner>
      )}
      {drafts > 0 && (
        <Banner title={drafts === 1 ? 'Your change is kept' : `Your ${drafts} changes are kept`}>
          {drafts === 1 ? 'It was not saved yet, and is' : 'They were not saved yet, and are'} shown again
          once you unlock the vault.
        </Banner>
      )}
      {/* A form above the page asks for the password by itself. */}
      {(isHidden || !dialog) && <UnlockInPlace />}
    </div>
  )
}

/** Opens the history of a key once its variables have been read. */
function useHistoryOf(key: string | undefined): void {
  const { open } = useActions()
  const isReady = useWorkbench(({ isVaultOpen, reading }) => isVaultOpen && reading.isReady)
  const openHistory = useEffectEvent((of: string) => open({ what: 'key-history', key: of }))
  useEffect(() => {
    if (key !== undefined && isReady) openHistory(key)
  }, [key, isReady])
}

/** Opens the dialog for a new variable, by a key or for a command. */
function useAdding(onAdd: Props['onAdd']): void {
  const { openChange } = useActions()
  const isTable = useWorkbench(({ layout }) => layout === 'table')
  const canAdd = useWorkbench((state) => canChange(state) && state.layout !== 'text')
  const openedFor = useWorkbench(({ typed }) => typed)
  const add = (key?: string) => openChange(isTable ? { what: 'add', key } : { what: 'add-key' })
  useShortcut('n', () => add(), { enabled: canAdd })
  useWhenReady(onAdd !== undefined && canAdd, () => {
    onAdd?.()
    add(openedFor || undefined)
  })
}

/**
 * Once the vault is locked, input of a dialog is kept but hidden; it stays visible during a password prompt and after
 * the session's end. A dialog without input closes, and nothing stays selected or revealed.
 */
function useLocking(): void {
  const { unlockPrompt, sessionExpired, unsaved } = useConnection()
  const { update } = useWorkbenchStore()
  const { clearSelection, hide } = useActions()
  const isOpen = useWorkbench((state) => state.isVaultOpen)
  const change = useEffectEvent(() => {
    const isLockedOut = !isOpen && unlockPrompt.read() === null && !sessionExpired.read()
    update({ isDialogHidden: isLockedOut })
    if (isOpen) return
    clearSelection()
    hide()
    if (isLockedOut && !unsaved.any()) update({ dialog: undefined })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes with the vault.
  useEffect(() => change(), [isOpen])
}
