import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { PopoverPanel } from '../../../ui/dialogs/popover-panel.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { EnvironmentDot } from '../../projects/environment-name.tsx'
import { foldColumns, isManyColumns } from '../arrangement/column-groups.ts'
import {
  neighbourColumn,
  noSettings,
  withMoved,
  withShown,
  withWidth,
} from '../arrangement/column-settings.ts'
import type { ListedColumn } from '../arrangement/grid-columns.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { ColumnOption, useColumnDrag } from './column-option.tsx'

interface PanelProps {
  anchor: HTMLElement
  onClose: () => void
}

const sections = [
  { width: 'wide', title: 'Wide' },
  { width: 'compact', title: 'Compact' },
  { width: 'hidden', title: 'Hidden' },
] as const

/** All columns of the grid: which are shown, and in which order. */
export function ColumnsPanel({ anchor, onClose }: PanelProps) {
  const { setColumns: onChange } = useActions()
  const environments = useWorkbench((state) => state.environments)
  const arranged = useWorkbench((state) => state.columns.arranged)
  const settings = useWorkbench((state) => state.settings)
  const [search, setSearch] = useState('')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const wanted = search.trim().toLowerCase()
  const byId = new Map(environments.map((environment) => [environment.id, environment]))
  const listed = arranged.flatMap((column): ListedColumn[] => {
    const environment = byId.get(column.id)
    return environment?.name.toLowerCase().includes(wanted)
      ? [{ ...column, name: environment.name, environment }]
      : []
  })
  const shown = arranged.filter(({ width }) => width !== 'hidden')
  const show = (columns: readonly ListedColumn[], isShown: boolean) =>
    onChange(
      isShown
        ? withShown(
            settings,
            columns.map(({ environment }) => environment),
          )
        : withWidth(
            settings,
            columns.map(({ id }) => id),
            'hidden',
          ),
    )
  /** The last one shown cannot be hidden. */
  const canHide = (columns: readonly ListedColumn[]) =>
    shown.some(({ id }) => !columns.some((c) => c.id === id))
  const move = (id: number, to: number | undefined) =>
    to !== undefined && onChange(withMoved(settings, arranged, id, to))
  const step = (id: number, by: -1 | 1) => move(id, neighbourColumn(arranged, id, by))
  const { dragged, handleProps, listProps } = useColumnDrag(move)
  const option = (column: ListedColumn, isIndented: boolean) => (
    <ColumnOption
      key={column.id}
      column={column}
      isIndented={isIndented}
      isDragged={dragged === column.id}
      canHide={canHide([column])}
      onShow={(isShown) => show([column], isShown)}
      onStep={(by) => step(column.id, by)}
      handleProps={wanted === '' ? handleProps(column.id) : undefined}
    />
  )
  const toggleFold = (name: string) => {
    const next = new Set(unfolded)
    if (!next.delete(name)) next.add(name)
    setUnfolded(next)
  }
  return (
    <PopoverPanel label="Columns" anchor={anchor} onClose={onClose} className="w-80">
      <div className="border-b p-2">
        <SearchField quiet label="Find a column" value={search} onChange={setSearch} />
      </div>
      <div {...listProps} className="grid min-h-0 gap-2 overflow-y-auto p-1.5">
        {sections.map(({ width, title }) => {
          const columns = listed.filter((column) => column.width === width)
          if (columns.length === 0) return null
          return (
            <section key={width} aria-label={title}>
              <h2 className="px-2.5 py-1 text-small text-ink-3">{title}</h2>
              <ul>
                {foldColumns(columns, isManyColumns(arranged.length) && wanted === '').map((group) => {
                  const [first] = group.columns
                  if (!first) return null
                  if (group.prefix === undefined) return option(first, false)
                  const name = `${width} ${group.prefix}`
                  const isOpen = unfolded.has(name)
                  return (
                    <ColumnGroupOption
                      key={name}
                      prefix={group.prefix}
                      columns={group.columns}
                      count={listed.filter((column) => column.name.startsWith(group.prefix ?? '')).length}
                      isShown={width !== 'hidden'}
                      isOpen={isOpen}
                      canHide={canHide(group.columns)}
                      onToggle={() => toggleFold(name)}
                      onShow={(isShown) => show(group.columns, isShown)}
                    >
                      {isOpen && group.columns.map((column) => option(column, true))}
                    </ColumnGroupOption>
                  )
                })}
              </ul>
            </section>
          )
        })}
        {listed.length === 0 && (
          <p className="px-2.5 py-4 text-center text-ink-2">No column matches “{search.trim()}”.</p>
        )}
      </div>
      <p className="sr-only" aria-live="polite">{`${shown.length} of ${arranged.length} columns shown`}</p>
      <div className="flex items-center justify-between border-t p-1.5">
        <Button
          variant="ghost"
          size="sm"
          onClick={() =>
            onChange(
              withWidth(
                settings,
                shown.map(({ id }) => id),
                'wide',
              ),
            )
          }
        >
          Show all wide
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onChange({ ...noSettings, pair: settings.pair })}>
          Reset
        </Button>
      </div>
    </PopoverPanel>
  )
}

interface Props {
  prefix: string
  columns: readonly ListedColumn[]
  /** Of all columns with this prefix, in every section. */
  count: number
  isShown: boolean
  isOpen: boolean
  canHide: boolean
  onToggle: () => void
  onShow: (isShown: boolean) => void
  children: ReactNode
}

/** Columns whose names begin with the same word: shown or hidden together. */
function ColumnGroupOption({ prefix, columns, count, isShown, isOpen, ...rest }: Props) {
  const [first] = columns
  return (
    <li>
      <div className="flex h-9 items-center gap-2 rounded-md pr-2.5 hover:bg-hover pointer-coarse:h-11">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Columns ${prefix}`}
          onClick={rest.onToggle}
          className="grid h-full w-7 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
        >
          <ChevronRight aria-hidden="true" className={cn('size-4', isOpen && 'rotate-90')} />
        </button>
        <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            checked={isShown}
            disabled={isShown && !rest.canHide}
            onChange={() => rest.onShow(!isShown)}
            className="size-4 shrink-0 accent-accent"
          />
          {first && <EnvironmentDot environment={first.environment} />}
          <span className="truncate">{prefix}</span>
        </label>
        <span className="text-small text-ink-3 tabular-nums">
          {columns.length} of {count}
        </span>
      </div>
      {isOpen && <ul>{rest.children}</ul>}
    </li>
  )
}
