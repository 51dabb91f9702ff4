import { ChevronRight, GripVertical, Pin } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { cn } from '../../../ui/class-names.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import type { ListedColumn } from '../arrangement/grid-columns.ts'
import { useActions } from '../store/workbench-store.ts'

/** What the list can do with its columns. */
export interface ColumnList {
  readonly canHide: (columns: readonly ListedColumn[]) => boolean
  readonly show: (columns: readonly ListedColumn[], isShown: boolean) => void
  readonly drag: ReturnType<typeof useColumnDrag>
  /** False while it is searched: its order is not that of the columns. */
  readonly isOrdered: boolean
  readonly isUnfolded: (group: string) => boolean
  readonly toggleFold: (group: string) => void
}

const lineStyle = 'flex h-9 items-center gap-2 rounded-md pr-2.5 hover:bg-hover pointer-coarse:h-11'

interface BoxProps {
  columns: readonly ListedColumn[]
  list: ColumnList
  /** Of the box. */
  keys?: Pick<ComponentProps<'input'>, 'onKeyDown' | 'aria-keyshortcuts'>
  children: ReactNode
}

/** Shows or hides columns. */
function ShownBox({ columns, list, keys, children }: BoxProps) {
  const isShown = columns[0]?.width !== 'hidden'
  return (
    <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        checked={isShown}
        disabled={isShown && !list.canHide(columns)}
        onChange={() => list.show(columns, !isShown)}
        {...keys}
        className="size-4 shrink-0 accent-accent"
      />
      {children}
    </label>
  )
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

interface OptionProps {
  column: ListedColumn
  list: ColumnList
  /** In an unfolded group. */
  isIndented: boolean
}

/** A column in the list: shown or hidden, and moved by dragging or with Alt and the arrows. */
export function ColumnOption({ column, list, isIndented }: OptionProps) {
  const { id, name, environment, isPinned } = column
  const { move } = useActions()
  const press = (event: KeyboardEvent) => {
    const by = event.altKey ? steps[event.key] : undefined
    if (by === undefined || !list.isOrdered) return
    event.preventDefault()
    move(id, by)
  }
  const keys = { onKeyDown: press, 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' }
  return (
    <li
      data-column-option={id}
      className={cn(lineStyle, isIndented && 'pl-5', list.drag.dragged === id && 'bg-line hover:bg-line')}
    >
      <span
        {...(list.isOrdered && list.drag.handleProps(id))}
        aria-hidden="true"
        className={cn(
          'grid h-full w-7 shrink-0 touch-none place-items-center text-ink-3',
          list.isOrdered ? 'cursor-grab active:cursor-grabbing' : 'invisible',
        )}
      >
        <GripVertical className="size-4" />
      </span>
      <ShownBox columns={[column]} list={list} keys={keys}>
        <EnvironmentDot environment={environment} hollow={environment.variable_count === 0} />
        <span className="truncate">{name}</span>
        <ProtectedMark environment={environment} />
      </ShownBox>
      {isPinned && (
        <span title="Pinned" className="text-ink-3">
          <Pin aria-hidden="true" className="size-3.5" />
          <span className="sr-only">Pinned</span>
        </span>
      )}
      <span className="text-small text-ink-3 tabular-nums">
        {environment.variable_count === 0 ? 'empty' : formatCount(environment.variable_count)}
      </span>
    </li>
  )
}

interface GroupProps {
  /** Its section and prefix. */
  name: string
  prefix: string
  columns: readonly ListedColumn[]
  list: ColumnList
  /** Of all columns with this prefix, in every section. */
  count: number
}

/** Columns whose names begin with the same word: shown or hidden together. */
export function ColumnGroupOption({ name, prefix, columns, list, count }: GroupProps) {
  const isOpen = list.isUnfolded(name)
  const [first] = columns
  return (
    <li>
      <div className={lineStyle}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Columns ${prefix}`}
          onClick={() => list.toggleFold(name)}
          className="grid h-full w-7 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
        >
          <ChevronRight aria-hidden="true" className={cn('size-4', isOpen && 'rotate-90')} />
        </button>
        <ShownBox columns={columns} list={list}>
          {first && <EnvironmentDot environment={first.environment} />}
          <span className="truncate">{prefix}</span>
        </ShownBox>
        <span className="text-small text-ink-3 tabular-nums">
          {columns.length} of {count}
        </span>
      </div>
      {isOpen && (
        <ul>
          {columns.map((column) => (
            <ColumnOption key={column.id} column={column} list={list} isIndented />
          ))}
        </ul>
      )}
    </li>
  )
}

const columnAt = ({ clientX, clientY }: PointerEvent) => {
  const id = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column-option]')
    ?.dataset.columnOption
  return id === undefined ? undefined : Number(id)
}

/** Moves columns in a list while they are dragged; by mouse, pen or finger. */
export function useColumnDrag(onMove: (id: number, to: number) => void) {
  const list = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number>()
  const end = () => setDragged(undefined)
  return {
    dragged,
    handleProps: (id: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.preventDefault()
        // The list gets the events: an option would lose them when it is moved.
        list.current?.setPointerCapture(event.pointerId)
        setDragged(id)
      },
    }),
    listProps: {
      ref: list,
      onPointerMove: (event: PointerEvent) => {
        const to = dragged === undefined ? undefined : columnAt(event)
        if (dragged !== undefined && to !== undefined && to !== dragged) onMove(dragged, to)
      },
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: end,
    },
  }
}
