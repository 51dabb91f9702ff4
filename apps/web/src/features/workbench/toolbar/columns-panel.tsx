import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PopoverPanel } from '../../../ui/dialogs/popover-panel.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { noSettings, withMoved, withShown, withWidth } from '../arrangement/column-settings.ts'
import { foldColumns, isManyColumns, type ListedColumn } from '../arrangement/grid-columns.ts'
import { flipped } from '../arrangement/selection.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'
import { ColumnGroupOption, type ColumnList, ColumnOption, useColumnDrag } from './column-option.tsx'

const sections = [
  { width: 'wide', title: 'Wide' },
  { width: 'compact', title: 'Compact' },
  { width: 'hidden', title: 'Hidden' },
] as const

/** All columns of the grid: which are shown, and in which order. */
export function ColumnsPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { setColumns } = useActions()
  const { environments, settings } = useParts('environments', 'settings')
  const arranged = useWorkbench((state) => state.columns.arranged)
  const [search, setSearch] = useState('')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const query = search.trim().toLowerCase()
  const byId = new Map(environments.map((environment) => [environment.id, environment]))
  const listed = arranged.flatMap((column): ListedColumn[] => {
    const environment = byId.get(column.id)
    return environment?.name.toLowerCase().includes(query)
      ? [{ ...column, name: environment.name, environment }]
      : []
  })
  const shownIds = arranged.flatMap(({ id, width }) => (width === 'hidden' ? [] : [id]))
  const drag = useColumnDrag((id, to) => setColumns(withMoved(settings, arranged, id, to)))
  const list: ColumnList = {
    drag,
    isOrdered: query === '',
    // The last one shown cannot be hidden.
    canHide: (columns) => shownIds.some((visible) => !columns.some(({ id }) => id === visible)),
    show: (columns, isShown) => {
      const ids = columns.map(({ id }) => id)
      const chosen = columns.map(({ environment }) => environment)
      setColumns(isShown ? withShown(settings, chosen) : withWidth(settings, ids, 'hidden'))
    },
    isUnfolded: (group) => unfolded.has(group),
    toggleFold: (group) => setUnfolded(flipped(unfolded, group)),
  }
  const flipOnly = () => {
    const [only, ...others] = listed
    if (!only || others.length > 0) return
    const isHidden = only.width === 'hidden'
    if (isHidden || list.canHide([only])) list.show([only], isHidden)
  }
  return (
    <PopoverPanel label="Columns" anchor={anchor} onClose={onClose} className="w-80">
      <div className="border-b p-2">
        <SearchField quiet label="Find a column" value={search} onChange={setSearch} onEnter={flipOnly} />
      </div>
      <div {...drag.listProps} className="grid min-h-0 gap-2 overflow-y-auto p-1.5">
        {sections.map(({ width, title }) => {
          const columns = listed.filter((column) => column.width === width)
          if (columns.length === 0) return null
          return (
            <section key={width} aria-label={title}>
              <h2 className="px-2.5 py-1 text-small text-ink-3">{title}</h2>
              <ul>
                {foldColumns(columns, isManyColumns(arranged.length) && query === '').map((group) => {
                  const [first] = group.columns
                  const { prefix } = group
                  if (!first) return null
                  if (prefix === undefined)
                    return <ColumnOption key={first.id} column={first} list={list} isIndented={false} />
                  const props = { name: `${width} ${prefix}`, prefix, columns: group.columns, list }
                  const count = listed.filter(({ name }) => name.startsWith(prefix)).length
                  return <ColumnGroupOption key={props.name} {...props} count={count} />
                })}
              </ul>
            </section>
          )
        })}
        {listed.length === 0 && (
          <p className="px-2.5 py-4 text-center text-ink-2">No column matches “{search.trim()}”.</p>
        )}
      </div>
      <p className="sr-only" aria-live="polite">{`${shownIds.length} of ${arranged.length} columns shown`}</p>
      <div className="flex items-center justify-between border-t p-1.5">
        <Button variant="ghost" size="sm" onClick={() => setColumns(withWidth(settings, shownIds, 'wide'))}>
          Show all wide
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setColumns({ ...noSettings, pair: settings.pair })}>
          Reset
        </Button>
      </div>
    </PopoverPanel>
  )
}
