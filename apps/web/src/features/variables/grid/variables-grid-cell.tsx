import { Check } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell } from '../../../ui/grid.tsx'
import { Masked } from '../../../ui/masked.tsx'
import type { CellCommand } from '../rows/grid-navigation.ts'
import { RevealedValue } from '../rows/revealed-value.tsx'
import { CellBadge } from './cell-badge.tsx'
import { CellButtons } from './cell-buttons.tsx'
import { CellEditor } from './cell-editor.tsx'
import type { Cell } from './key-rows.ts'

/** The callbacks shared by all cells; stable, so that memoised rows do not render again. */
export interface CellActions {
  readonly command: (command: CellCommand, row: number, column: number) => void
  readonly copyTo: (row: number, column: number, ids: readonly number[]) => void
  readonly leave: (row: number, column: number) => void
  readonly typed: (text: string) => void
  readonly commit: (row: number, column: number, text: string, left: boolean) => void
  readonly cancel: (row: number, column: number, left: boolean) => void
}

export interface Editing {
  readonly text: string
  readonly before: string
}

interface Props {
  name: string
  environment: string
  cell: Cell
  row: number
  column: number
  canWrite: boolean
  stacked: boolean
  active: boolean
  /** Its actions are rendered. */
  actionable: boolean
  onPoint: (column: number) => void
  shown: boolean
  copied: boolean
  editing: Editing | undefined
  targets: readonly { readonly id: number; readonly name: string }[]
  actions: CellActions
}

export function VariablesGridCell({
  name,
  environment,
  cell,
  row,
  column,
  canWrite,
  stacked,
  ...rest
}: Props) {
  const { active, actionable, shown, copied, editing, targets, actions } = rest
  const label = `${name} in ${environment}`
  const tabIndex = active ? 0 : -1
  const run = (command: CellCommand) => actions.command(command, row, column)
  return (
    <GridCell
      aria-colindex={column + 1}
      tabIndex={tabIndex}
      data-row={row}
      data-column={column}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) actions.leave(row, column)
      }}
      onPointerEnter={() => rest.onPoint(column)}
      onDoubleClick={() => canWrite && !editing && run('edit')}
      className={cn(
        'group/cell relative flex min-h-10 min-w-0 items-center gap-2 px-3 focus-visible:-outline-offset-2',
        stacked ? 'pl-0' : 'border-l scroll-mt-9 scroll-ml-60',
        cell.state === 'missing' && !stacked && 'bg-sunken',
        cell.edit && 'bg-accent-soft',
        (shown || editing) && 'items-start py-[3.5px]',
      )}
    >
      {cell.edit && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      {stacked && (
        <span
          className={cn(
            'w-24 shrink-0 truncate pl-2 text-small text-ink-3',
            (shown || editing) && 'leading-8',
          )}
        >
          {environment}
        </span>
      )}
      {editing ? (
        <CellEditor
          label={`Value of ${label}`}
          initial={editing.text}
          before={editing.before}
          onTyped={actions.typed}
          onCommit={(text, left) => actions.commit(row, column, text, left)}
          onCancel={(left) => actions.cancel(row, column, left)}
        />
      ) : (
        <>
          <span className={cn('flex min-w-0 flex-1 items-center gap-2', shown && 'items-start')}>
            <CellBadge cell={cell} className={shown ? 'mt-2' : ''} />
            <Content cell={cell} shown={shown} />
          </span>
          {copied && <Check aria-hidden="true" className="size-4 shrink-0 text-good" />}
          {(actionable || shown) && (
            <CellButtons
              label={label}
              cell={cell}
              canWrite={canWrite}
              shown={shown}
              tabIndex={tabIndex}
              targets={targets}
              onCommand={run}
              onCopyTo={(ids) => actions.copyTo(row, column, ids)}
            />
          )}
        </>
      )}
    </GridCell>
  )
}

function Content({ cell, shown }: { cell: Cell; shown: boolean }) {
  if (cell.state === 'unread') return <span className="truncate text-small text-ink-3">Not read</span>
  if (cell.value === undefined)
    return (
      <span aria-hidden="true" className={cn('text-small text-ink-3', cell.edit && 'line-through')}>
        {cell.edit ? 'Removed' : 'Missing'}
      </span>
    )
  return shown ? <RevealedValue value={cell.value} /> : <Masked className="truncate" />
}
