import {
  ArrowLeftRight,
  Columns3,
  Download,
  Ellipsis,
  FileDown,
  History,
  ListChecks,
  Plus,
  X,
} from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import {
  DropdownMenu,
  DropdownMenuChoices,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../../ui/dialogs/dropdown-menu.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type SortColumn, sortColumns } from '../arrangement/arrangement.ts'
import { type Action, MenuItems } from '../parts/menu-items.tsx'
import { useActions, useParts, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'
import { FilterChips, FilterChoices } from './filter-chips.tsx'
import { ToolsLine } from './tools-line.tsx'

/** Above the rows: view, search, filters, and what can be done with what is shown. */
export function Toolbar({ lead }: { lead: ReactNode }) {
  const { setTyped, toRows } = useActions()
  const { isVaultOpen: isOpen, typed, layout } = useParts('isVaultOpen', 'typed', 'layout')
  const { search, keys, total, isPhone } = useParts('search', 'keys', 'total', 'isPhone')
  const several = useWorkbench(({ environments }) => environments.length > 1)
  if (!isOpen || layout === 'text') return <ToolsLine lead={lead} />
  return (
    <ToolsLine
      lead={lead}
      search={{
        label: layout === 'table' ? 'Search keys and notes' : 'Search keys',
        value: typed,
        onChange: setTyped,
        onDown: toRows,
        count: search === '' ? undefined : `${keys.length} of ${total}`,
      }}
      chips={total > 0 && <FilterChips />}
    >
      {/* Style sheets decide what is in the menu, so that the opener of a dialog is still there at another width. */}
      {layout === 'table' && <EnvironmentTools />}
      {layout === 'grid' && !isPhone && several && <ColumnsButton />}
      {layout === 'compare' && <CloseComparison />}
      {(layout === 'table' || isPhone) && <MoreMenu />}
      <AddButton />
    </ToolsLine>
  )
}

/** Esc closes it, too, once nothing is revealed or searched for. */
function CloseComparison() {
  const { read } = useWorkbenchStore()
  const close = () => read().ways.onCloseComparison()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return
    close()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <Button variant="secondary" onClick={close} className="h-(--control) text-small max-md:w-10 max-md:px-0">
      <X />
      <span className="max-md:sr-only">Close comparison</span>
    </Button>
  )
}

/** What can be done with the environment of the table. */
function useEnvironmentActions(): Action[] {
  const { open, openChange } = useActions()
  const { ways, environment, canWrite, environments } = useParts(
    'ways',
    'environment',
    'canWrite',
    'environments',
  )
  const compare = () => ways.onCompare(environment.id)
  const importing = () => openChange({ what: 'import', source: { text: '' } })
  return [
    { label: 'History', icon: History, run: () => open({ what: 'history' }) },
    environments.length > 1 && { label: 'Compare environments', icon: ArrowLeftRight, run: compare },
    { label: 'Download .env', icon: Download, run: () => open({ what: 'download' }) },
    canWrite && { label: 'Import .env', icon: FileDown, run: importing, changes: true },
  ].filter((action) => action !== false)
}

function EnvironmentTools() {
  return (
    <div className="flex items-center gap-1 max-xl:hidden">
      {useEnvironmentActions().map(({ label, icon: Icon, run, changes }) =>
        changes ? (
          <Changing key={label}>
            <Button variant="secondary" onClick={run} className="ml-1 h-(--control) text-small">
              {label}
            </Button>
          </Changing>
        ) : (
          <IconButton key={label} label={label} onClick={run}>
            <Icon />
          </IconButton>
        ),
      )}
    </div>
  )
}

/** Below 1,280 px: what the tools have elsewhere. On a phone, what the head of the table and the chips have, too. */
function MoreMenu() {
  const { selectAll } = useActions()
  const isTable = useWorkbench(({ layout }) => layout === 'table')
  const isPhone = useWorkbench((state) => state.isPhone)
  const actions = useEnvironmentActions()
  return (
    <div className="xl:hidden">
      <DropdownMenu
        trigger={
          <Button variant="ghost" size="icon" aria-label="More">
            <Ellipsis />
          </Button>
        }
      >
        {isTable && (
          <MenuItems
            actions={[...actions, isPhone && { label: 'Select all', icon: ListChecks, run: selectAll }]}
          />
        )}
        {isPhone && (
          <>
            {isTable && <DropdownMenuSeparator />}
            <DropdownMenuLabel>Show</DropdownMenuLabel>
            <FilterChoices />
          </>
        )}
        {isTable && isPhone && <SortItems />}
      </DropdownMenu>
    </div>
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
  const canAdd = useWorkbench((state) => state.canWrite && (state.layout === 'table' || state.reads.size > 0))
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

const ColumnsPanel = deferred(async () => (await import('./columns-panel.tsx')).ColumnsPanel)

/** How many columns are shown, and the list of all. */
function ColumnsButton() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const arranged = useWorkbench((state) => state.columns.arranged)
  const visible = arranged.filter(({ width }) => width !== 'hidden').length
  const count = `${visible} of ${arranged.length}`
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`Columns: ${count} shown`}
        title={`${count} columns shown`}
        onClick={() => setOpen(!open)}
        className="h-(--control) text-small max-lg:px-2.5"
      >
        <Columns3 />
        <span className="max-xl:hidden">Columns</span>
        <span className="font-normal text-ink-3 tabular-nums max-lg:hidden">{count}</span>
      </Button>
      {open && button.current && <ColumnsPanel anchor={button.current} onClose={() => setOpen(false)} />}
    </>
  )
}
