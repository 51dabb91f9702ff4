import type { Variable } from '@envhold/formats/variables.ts'
import { Check, Copy, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell, GridRow, GridRowHead } from '../../../ui/grid.tsx'
import { Masked } from '../../../ui/masked.tsx'
import { RowActions } from '../../../ui/table.tsx'
import type { TableCommand } from '../rows/grid-navigation.ts'
import { HighlightMatch } from '../rows/highlight-match.tsx'
import { RevealedValue } from '../rows/revealed-value.tsx'
import { RowButton } from '../rows/row-button.tsx'

/** Wide: box, key, value, actions in one line. On a phone: box and key above, the value and the actions below. */
export const rowColumns =
  'grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2.5 sm:grid-cols-[1rem_minmax(10rem,2fr)_minmax(0,3fr)_auto] sm:gap-x-3'

interface Props {
  name: string
  variable: Variable
  index: number
  search: string
  canWrite: boolean
  /** The focused row. */
  active: boolean
  selected: boolean
  shown: boolean
  copied: boolean
  onCommand: (command: TableCommand, row: number) => void
  onSelect: (row: number, range: boolean) => void
  onLeave: (name: string) => void
}

/** Memoised: its props stay the same while other rows change. */
export const VariableRow = memo(function VariableRow({
  name,
  variable,
  index,
  search,
  canWrite,
  active,
  selected,
  shown,
  copied,
  ...on
}: Props) {
  const tabIndex = active ? 0 : -1
  const button = (command: TableCommand, column: number, label: string) => ({
    label: `${label} ${name}`,
    tabIndex,
    'data-row': index,
    'data-column': column,
    onClick: () => on.onCommand(command, index),
  })
  return (
    <GridRow
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={tabIndex}
      data-row={index}
      data-column={0}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) on.onLeave(name)
      }}
      className={cn(
        'group/row min-h-10 border-b px-3 py-[3.5px] transition-colors hover:bg-hover/60 focus-within:bg-hover/60 focus-visible:-outline-offset-2 max-sm:py-2',
        rowColumns,
        shown ? 'items-start bg-hover/60' : 'items-center',
        selected && 'bg-accent-soft/60 hover:bg-accent-soft focus-within:bg-accent-soft',
      )}
    >
      <GridCell className={cn('grid', shown && 'py-2')}>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          tabIndex={-1}
          checked={selected}
          onChange={({ nativeEvent }) =>
            on.onSelect(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
          className="size-4 accent-accent"
        />
      </GridCell>
      <GridRowHead
        title={name}
        className={cn(
          'font-mono text-small text-ink max-sm:col-span-2',
          shown ? 'py-1.5 break-all' : 'truncate',
        )}
      >
        <HighlightMatch text={name} search={search} />
      </GridRowHead>
      <GridCell
        className={cn(
          'flex min-w-0 gap-1 max-sm:col-start-2 max-sm:-ml-2',
          shown ? 'items-start' : 'items-center',
        )}
      >
        <RowButton {...button('toggle', 1, shown ? 'Hide' : 'Reveal')} aria-pressed={shown}>
          {shown ? <EyeOff /> : <Eye />}
        </RowButton>
        {shown ? <RevealedValue value={variable.value} /> : <Masked className="truncate" />}
      </GridCell>
      <GridCell>
        <RowActions>
          <RowButton {...button('copy', 2, copied ? 'Copied' : 'Copy')}>
            {copied ? <Check className="text-good" /> : <Copy />}
          </RowButton>
          {canWrite && (
            <>
              <RowButton changes {...button('edit', 3, 'Edit')}>
                <Pencil />
              </RowButton>
              <RowButton
                changes
                {...button('remove', 4, 'Delete')}
                className="hover:bg-bad-soft hover:text-bad"
              >
                <Trash2 />
              </RowButton>
            </>
          )}
        </RowActions>
      </GridCell>
    </GridRow>
  )
})
