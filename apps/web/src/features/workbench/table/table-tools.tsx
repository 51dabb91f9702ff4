import { ArrowLeftRight, Download, Ellipsis, FileDown, History, ListChecks, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { useIsPhone } from '../../../ui/use-media.ts'
import { ToolsLine } from '../parts/tools-line.tsx'
import { type KeySort, type SortColumn, sortColumns } from '../store/arrangement.ts'
import type { KeyFilter } from './arrange-keys.ts'
import { FilterChips, type Filters, filterChoices } from './filter-chips.tsx'
import type { TableKeys } from './use-table-keys.ts'
import type { OpenDialog } from './variable-dialogs.tsx'

interface Props {
  lead: ReactNode
  isOpen: boolean
  arranged: TableKeys
  /** How many variables there are. */
  total: number
  only: KeyFilter | undefined
  canWrite: boolean
  canCompare: boolean
  onOnlyChange: (only: KeyFilter | undefined) => void
  /** From the search to the rows. */
  onDown: () => void
  onAdd: () => void
  onSelectAll: () => void
  onOpen: (dialog: OpenDialog) => void
  onCompare: () => void
}

/** Above the table: search, filters, and what can be done with the environment. */
export function TableTools({ lead, isOpen, arranged, total, only, canWrite, canCompare, ...on }: Props) {
  const { typed, setTyped, search, keys, counts, sort, setSort } = arranged
  if (!isOpen) return <ToolsLine lead={lead} />
  const filters = { only, counts, onChange: on.onOnlyChange }
  return (
    <ToolsLine
      lead={lead}
      search={{
        label: 'Search keys and notes',
        value: typed,
        onChange: setTyped,
        onDown: on.onDown,
        count: search === '' ? undefined : `${keys.length} of ${total}`,
      }}
      chips={total > 0 && <FilterChips {...filters} />}
    >
      <VariablesToolbar
        canWrite={canWrite}
        canCompare={canCompare}
        onAdd={() => on.onAdd()}
        onImport={() => on.onOpen({ what: 'import', given: { text: '' } })}
        onHistory={() => on.onOpen({ what: 'history' })}
        onDownload={() => on.onOpen({ what: 'download' })}
        onCompare={on.onCompare}
        filters={filters}
        sort={sort}
        onSort={setSort}
        onSelectAll={on.onSelectAll}
      />
    </ToolsLine>
  )
}

interface VariablesToolbarProps {
  canWrite: boolean
  canCompare: boolean
  onAdd: () => void
  onImport: () => void
  onHistory: () => void
  onCompare: () => void
  onDownload: () => void
  filters: Filters
  sort: KeySort
  onSort: (sort: KeySort) => void
  onSelectAll: () => void
}

const sortLabels: Readonly<Record<SortColumn, string>> = {
  key: 'Key',
  changed: 'Newest change',
  elsewhere: 'Other environments',
}

/**
 * Actions for the whole environment; below 1,280 px all but one are in a menu. Style sheets decide which, so that the
 * opener of a dialog is still there when the window has got another width.
 */
function VariablesToolbar({ canWrite, canCompare, ...on }: VariablesToolbarProps) {
  const isPhone = useIsPhone()
  return (
    <>
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
      <div className="xl:hidden">
        <DropdownMenu
          trigger={
            <Button variant="ghost" size="icon" aria-label="More">
              <Ellipsis />
            </Button>
          }
        >
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
          {/* On a phone, what the tools and the head of the table have elsewhere. */}
          {isPhone && (
            <>
              <DropdownMenuItem onSelect={on.onSelectAll}>
                <ListChecks />
                Select all
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              <DropdownMenuLabel>Show</DropdownMenuLabel>
              <DropdownMenuChoices {...filterChoices(on.filters)} />
              <DropdownMenuSeparator />
              <DropdownMenuLabel>Sort by</DropdownMenuLabel>
              <DropdownMenuChoices
                options={sortColumns.map((value) => ({ value, label: sortLabels[value] }))}
                value={on.sort.by}
                onValueChange={(by) => on.onSort({ by, isReversed: false })}
              />
            </>
          )}
        </DropdownMenu>
      </div>
      {canWrite && (
        <Changing>
          <Button onClick={on.onAdd} className="ml-1 h-(--control) text-small max-md:w-10 max-md:px-0">
            <Plus />
            <span className="max-md:sr-only">Add Variable</span>
          </Button>
        </Changing>
      )}
    </>
  )
}
