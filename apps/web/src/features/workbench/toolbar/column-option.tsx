import { GripVertical, Pin } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import type { ListedColumn } from '../arrangement/grid-columns.ts'

interface Props {
  column: ListedColumn
  /** In an unfolded group. */
  isIndented: boolean
  isDragged: boolean
  canHide: boolean
  onShow: (isShown: boolean) => void
  onStep: (by: -1 | 1) => void
  /** Absent while the list is searched: its order is not that of the columns. */
  handleProps: HandleProps | undefined
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** A column in the list: shown or hidden, and moved by dragging or with Alt and the arrows. */
export function ColumnOption({ column, isIndented, isDragged, canHide, onShow, onStep, handleProps }: Props) {
  const { id, name, environment, width, isPinned } = column
  const isShown = width !== 'hidden'
  const press = (event: KeyboardEvent) => {
    const by = event.altKey ? steps[event.key] : undefined
    if (by === undefined || !handleProps) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <li
      data-column-option={id}
      className={cn(
        'flex h-9 items-center gap-2 rounded-md pr-2.5 hover:bg-hover pointer-coarse:h-11',
        isIndented && 'pl-5',
        isDragged && 'bg-line hover:bg-line',
      )}
    >
      <span
        {...handleProps}
        aria-hidden="true"
        className={cn(
          'grid h-full w-7 shrink-0 touch-none place-items-center text-ink-3',
          handleProps ? 'cursor-grab active:cursor-grabbing' : 'invisible',
        )}
      >
        <GripVertical className="size-4" />
      </span>
      <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          checked={isShown}
          disabled={isShown && !canHide}
          onChange={() => onShow(!isShown)}
          onKeyDown={press}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          className="size-4 shrink-0 accent-accent"
        />
        <EnvironmentDot environment={environment} hollow={environment.variable_count === 0} />
        <span className="truncate">{name}</span>
        <ProtectedMark environment={environment} />
      </label>
      {isPinned && (
        <span title="Pinned" className="text-ink-3">
          <Pin aria-hidden="true" className="size-3.5" />
          <span className="sr-only">Pinned</span>
        </span>
      )}
      <span className="text-small text-ink-3 tabular-nums">
        {environment.variable_count === 0 ? 'empty' : environment.variable_count.toLocaleString('en-US')}
      </span>
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

type HandleProps = ReturnType<ReturnType<typeof useColumnDrag>['handleProps']>
