import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Changing, useChange } from '../../../ui/blocked.tsx'
import { Button } from '../../../ui/button.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { ToolsLine } from '../tools-line.tsx'
import { ColumnsButton, type ColumnsButtonProps } from './columns-button.tsx'
import type { Filter } from './key-rows.ts'
import { filters } from './key-rows.ts'

const names: Readonly<Record<Filter, string>> = {
  all: 'All',
  'to-check': 'To check',
  differing: 'Differing',
  missing: 'Missing',
}

interface Props {
  lead: ReactNode
  open: boolean
  filter: Filter
  counts: Readonly<Record<Filter, number>>
  search: string
  canAdd: boolean
  /** Absent on a phone, which shows two columns. */
  columns: ColumnsButtonProps | undefined
  onFilter: (filter: Filter) => void
  onSearch: (search: string) => void
  onAdd: () => void
  onDown: () => void
}

export function GridToolbar({ lead, open, filter, counts, search, canAdd, columns, ...on }: Props) {
  const change = useChange()
  useShortcut('n', () => change(on.onAdd), { enabled: canAdd })
  const options = filters.map((value) => ({
    value,
    label: (
      <>
        {names[value]} <span className="text-ink-3">{counts[value].toLocaleString('en-US')}</span>
      </>
    ),
  }))
  return (
    <ToolsLine
      lead={lead}
      filter={open ? { value: filter, options, onChange: on.onFilter } : undefined}
      search={open ? { value: search, onChange: on.onSearch, onDown: on.onDown } : undefined}
    >
      {open && columns && <ColumnsButton {...columns} />}
      {canAdd && open && (
        <Changing>
          <Button onClick={on.onAdd} className="h-(--control) text-small max-lg:w-10 max-lg:px-0">
            <Plus />
            <span className="max-lg:sr-only">Add key</span>
          </Button>
        </Changing>
      )}
    </ToolsLine>
  )
}
