import { Columns3, Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { Changing, useChange } from '../../../ui/feedback/blocked.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import type { ColumnsPanelProps } from '../columns/columns-panel.tsx'
import { type Filter, filters } from '../comparison/key-rows.ts'
import { ToolsLine } from '../parts/tools-line.tsx'

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

const ColumnsPanel = deferred(async () => (await import('../columns/columns-panel.tsx')).ColumnsPanel)

type ColumnsButtonProps = Omit<ColumnsPanelProps, 'anchor' | 'onClose'>

/** How many columns are shown, and the list of all. */
function ColumnsButton(props: ColumnsButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { arranged } = props
  const shown = arranged.filter(({ width }) => width !== 'hidden').length
  const count = `${shown} of ${arranged.length}`
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
      {open && button.current && (
        <ColumnsPanel {...props} anchor={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
