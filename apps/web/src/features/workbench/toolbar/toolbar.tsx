import { ArrowLeftRight, Download, Ellipsis, FileDown, History, ListChecks, Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuChoices,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../../ui/dialogs/dropdown-menu.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type SortColumn, sortColumns } from '../arrangement/arrangement.ts'
import { mayWrite } from '../store/state.ts'
import { useActions, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'
import { ColumnsButton } from './columns-button.tsx'
import { FilterChips, FilterChoices } from './filter-chips.tsx'
import { ToolsLine } from './tools-line.tsx'

/** Above the rows: view, search, filters, and what can be done with what is shown. */
export function Toolbar({ lead }: { lead: ReactNode }) {
  const { setTyped, toRows } = useActions()
  const isOpen = useWorkbench((state) => state.isVaultOpen)
  const isTable = useWorkbench(({ layout }) => layout === 'table')
  const typed = useWorkbench((state) => state.typed)
  const count = useWorkbench(({ search, keys, total }) =>
    search === '' ? undefined : `${keys.length} of ${total}`,
  )
  const hasKeys = useWorkbench(({ total }) => total > 0)
  if (!isOpen) return <ToolsLine lead={lead} />
  return (
    <ToolsLine
      lead={lead}
      search={{
        label: isTable ? 'Search keys and notes' : 'Search keys',
        value: typed,
        onChange: setTyped,
        onDown: toRows,
        count,
      }}
      chips={hasKeys && <FilterChips />}
    >
      <Tools />
    </ToolsLine>
  )
}

/** Style sheets decide what is in the menu, so that the opener of a dialog is still there at another width. */
function Tools() {
  const { layout, isPhone } = useWorkbenchShape()
  const several = useWorkbench(({ environments }) => environments.length > 1)
  return (
    <>
      {layout === 'table' && <EnvironmentTools />}
      {layout === 'grid' && !isPhone && several && <ColumnsButton />}
      {layout === 'compare' && <CloseComparison />}
      {(layout === 'table' || isPhone) && <MoreMenu />}
      <AddButton />
    </>
  )
}

/** Esc closes it, too, once nothing is revealed or searched for. */
function CloseComparison() {
  const { read } = useWorkbenchStore()
  const { unsaved } = useConnection()
  const close = async () => {
    if (await unsaved.mayLeave()) read().ways.onCloseComparison()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return
    void close()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <Button
      variant="secondary"
      onClick={() => void close()}
      className="h-(--control) text-small max-md:w-10 max-md:px-0"
    >
      <X />
      <span className="max-md:sr-only">Close comparison</span>
    </Button>
  )
}

function useWorkbenchShape() {
  return {
    layout: useWorkbench((state) => state.layout),
    isPhone: useWorkbench((state) => state.isPhone),
  }
}

/** What can be done with the environment of the table. */
function useEnvironmentTools() {
  const { open, openChange } = useActions()
  const { onCompare } = useWorkbench((state) => state.ways)
  const id = useWorkbench(({ environment }) => environment.id)
  return {
    canWrite: useWorkbench(mayWrite),
    canCompare: useWorkbench(({ environments }) => environments.length > 1),
    onHistory: () => open({ what: 'history' }),
    onCompare: () => onCompare(id),
    onDownload: () => open({ what: 'download' }),
    onImport: () => openChange({ what: 'import', given: { text: '' } }),
  }
}

function EnvironmentTools() {
  const { canWrite, canCompare, ...on } = useEnvironmentTools()
  return (
    <div className="flex items-center gap-1 max-xl:hidden">
      <IconButton label="History" onClick={on.onHistory}>
        <History />
      </IconButton>
      {canCompare && (
        <IconButton label="Compare environments" onClick={on.onCompare}>
          <ArrowLeftRight />
        </IconButton>
      )}
      <IconButton label="Download .env" onClick={on.onDownload}>
        <Download />
      </IconButton>
      {canWrite && (
        <Changing>
          <Button variant="secondary" onClick={on.onImport} className="ml-1 h-(--control) text-small">
            Import .env
          </Button>
        </Changing>
      )}
    </div>
  )
}

/** Below 1,280 px: what the tools have elsewhere. On a phone, what the head of the table and the chips have, too. */
function MoreMenu() {
  const { layout, isPhone } = useWorkbenchShape()
  return (
    <div className="xl:hidden">
      <DropdownMenu
        trigger={
          <Button variant="ghost" size="icon" aria-label="More">
            <Ellipsis />
          </Button>
        }
      >
        {layout === 'table' && <EnvironmentItems />}
        {layout === 'table' && isPhone && <DropdownMenuSeparator />}
        {isPhone && (
          <>
            <DropdownMenuLabel>Show</DropdownMenuLabel>
            <FilterChoices />
          </>
        )}
        {layout === 'table' && isPhone && <SortItems />}
      </DropdownMenu>
    </div>
  )
}

function EnvironmentItems() {
  const { canWrite, canCompare, ...on } = useEnvironmentTools()
  const { selectAll } = useActions()
  const isPhone = useWorkbench((state) => state.isPhone)
  return (
    <>
      <DropdownMenuItem onSelect={on.onHistory}>
        <History />
        History
      </DropdownMenuItem>
      {canCompare && (
        <DropdownMenuItem onSelect={on.onCompare}>
          <ArrowLeftRight />
          Compare environments
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={on.onDownload}>
        <Download />
        Download .env
      </DropdownMenuItem>
      {canWrite && (
        <Changing>
          <DropdownMenuItem onSelect={on.onImport}>
            <FileDown />
            Import .env
          </DropdownMenuItem>
        </Changing>
      )}
      {isPhone && (
        <DropdownMenuItem onSelect={selectAll}>
          <ListChecks />
          Select all
        </DropdownMenuItem>
      )}
    </>
  )
}

const sortLabels: Readonly<Record<SortColumn, string>> = {
  key: 'Key',
  changed: 'Newest change',
  elsewhere: 'Other environments',
}

function SortItems() {
  const { sort } = useActions()
  const by = useWorkbench(({ arrangement }) => arrangement.sort.by)
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Sort by</DropdownMenuLabel>
      <DropdownMenuChoices
        options={sortColumns.map((value) => ({ value, label: sortLabels[value] }))}
        value={by}
        onValueChange={(next) => sort({ by: next, isReversed: false })}
      />
    </>
  )
}

function AddButton() {
  const { open } = useActions()
  const isTable = useWorkbench(({ layout }) => layout === 'table')
  const canAdd = useWorkbench(
    (state) => mayWrite(state) && (state.layout === 'table' || state.reads.size > 0),
  )
  if (!canAdd) return null
  return (
    <Changing>
      <Button
        onClick={() => open({ what: isTable ? 'add' : 'add-key' })}
        className="ml-1 h-(--control) text-small max-md:w-10 max-md:px-0"
      >
        <Plus />
        <span className="max-md:sr-only">{isTable ? 'Add Variable' : 'Add key'}</span>
      </Button>
    </Changing>
  )
}
