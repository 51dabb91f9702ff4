import { hasDetails, type Variable } from '@envhold/formats/variables.ts'
import { Check, Copy, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell, GridRow, GridRowHead } from '../../../ui/lists/grid.tsx'
import { Masked } from '../../../ui/text/masked.tsx'
import type { ComparisonSummary } from '../comparison/comparison.ts'
import type { KeyChange } from '../data/key-changes.ts'
import { HighlightMatch } from '../parts/highlight-match.tsx'
import { RevealedValue } from '../parts/revealed-value.tsx'
import { RowButton } from '../parts/row-button.tsx'
import type { TableCommand } from '../rows/grid-navigation.ts'
import { ChangedCell } from './changed-cell.tsx'
import { OtherEnvironmentsCell } from './elsewhere-cell.tsx'
import { NoteCell } from './note-cell.tsx'
import { RowBox } from './row-box.tsx'
import { RowMenu } from './row-menu.tsx'
import { ComparisonStrip } from './sign-strip.tsx'

export interface RowEvents {
  readonly onCommand: (command: TableCommand, row: number) => void
  readonly onSelect: (row: number, range: boolean) => void
  readonly onSign: (key: string, anchor: HTMLElement) => void
  readonly onLeave: (name: string) => void
}

interface Props extends RowEvents {
  name: string
  /** The first word, which the row above names; empty if it has no such row. */
  prefix: string
  variable: Variable
  index: number
  search: string
  canWrite: boolean
  /** The focused row. */
  active: boolean
  selected: boolean
  shown: boolean
  copied: boolean
  change: KeyChange | undefined
  /** Keys without a change were changed before this time. */
  changedBefore: string | undefined
  sign: ComparisonSummary | undefined
  /** Of the strip of signs, separated by spaces; empty if there is none. */
  marks: string
}

/** Memoised: its props stay the same while other rows change. */
export const VariableRow = memo(function VariableRow(props: Props) {
  const { name, prefix, variable, index, search, canWrite, active, selected, shown, copied, sign, ...on } =
    props
  const tabIndex = active ? 0 : -1
  const isWarning = sign?.kind === 'same-secret'
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
      data-key=""
      data-nested={prefix === '' ? undefined : ''}
      data-shown={shown ? '' : undefined}
      data-note={hasDetails(variable) ? '' : undefined}
      data-warning={isWarning ? '' : undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) on.onLeave(name)
      }}
      className={cn(
        'variables-line transition-colors hover:bg-hover/60 focus-within:bg-hover/60 focus-visible:-outline-offset-2',
        shown && 'bg-hover/60',
        selected && 'bg-accent-soft/60 hover:bg-accent-soft focus-within:bg-accent-soft',
      )}
    >
      <RowBox label={`Select ${name}`} checked={selected} onChange={(range) => on.onSelect(index, range)} />
      <GridRowHead title={name} className={cn('cell-key font-mono text-ink', !shown && 'truncate')}>
        {prefix === '' ? (
          <HighlightMatch text={name} search={search} />
        ) : (
          <span>
            <span className="text-ink-3">{prefix}</span>
            {name.slice(prefix.length)}
          </span>
        )}
      </GridRowHead>
      <GridCell className="cell-value">
        <RowButton
          {...button('toggle', 1, shown ? 'Hide' : 'Reveal')}
          aria-pressed={shown}
          className="relative"
        >
          {shown ? <EyeOff /> : <Eye />}
          {shown && <TimeLeft />}
        </RowButton>
        {shown ? <RevealedValue value={variable.value} /> : <Masked className="truncate text-control-line" />}
      </GridCell>
      <NoteCell variable={variable} search={search} />
      <ChangedCell change={props.change} before={props.changedBefore} />
      <OtherEnvironmentsCell sign={sign} tabIndex={tabIndex} onOpen={(anchor) => on.onSign(name, anchor)} />
      {props.marks !== '' && <ComparisonStrip marks={props.marks} />}
      <GridCell className="cell-actions">
        <div className="row-actions flex justify-end transition-opacity">
          <RowButton {...button('copy', 2, copied ? 'Copied' : 'Copy')}>
            {copied ? <Check className="text-good" /> : <Copy />}
          </RowButton>
          {canWrite && (
            <RowButton changes {...button('edit', 3, 'Edit')} className="row-edit">
              <Pencil />
            </RowButton>
          )}
          <RowMenu
            button={{ ...button('history', canWrite ? 4 : 3, 'More for'), className: 'row-more' }}
            canWrite={canWrite}
            onCommand={(command) => on.onCommand(command, index)}
          />
          {canWrite && (
            <RowButton
              changes
              {...button('remove', 5, 'Delete')}
              className="row-delete hover:bg-bad-soft hover:text-bad"
            >
              <Trash2 />
            </RowButton>
          )}
        </div>
      </GridCell>
    </GridRow>
  )
})

/** A ring around the eye: the part of its time that a value has left. */
const TimeLeft = () => (
  <svg aria-hidden="true" viewBox="0 0 30 30" className="reveal-time !size-auto">
    <circle cx="15" cy="15" r="13.5" pathLength="1" />
  </svg>
)
