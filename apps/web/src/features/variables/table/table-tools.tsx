import type { ReactNode } from 'react'
import { ToolsLine } from '../tools-line.tsx'
import type { KeyFilter } from './arrange-keys.ts'
import { FilterChips } from './filter-chips.tsx'
import type { TableKeys } from './use-table-keys.ts'
import type { OpenDialog } from './variable-dialogs.tsx'
import { VariablesToolbar } from './variables-toolbar.tsx'

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
