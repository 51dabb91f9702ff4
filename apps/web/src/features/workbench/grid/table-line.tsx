import { hasDetails } from '@envhold/formats/variables.ts'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell, GridRow, GridRowHead } from '../../../ui/lists/table.tsx'
import { Masked } from '../../../ui/text/marked-text.tsx'
import { type KeyOrPrefix, keysOfRow } from '../arrangement/fold-keys.ts'
import { weightiestSummary } from '../comparison/comparison.ts'
import { RevealedValue } from '../parts/revealed-value.tsx'
import { SameValueCell } from '../same-value/same-value-cell.tsx'
import { activeRow, isCell } from '../store/cells.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { useGridShape } from './grid-shape.ts'
import { FoldButton } from './prefix-line.tsx'
import { ActionMenu, RowItems } from './row-menu.tsx'
import { CommandButton, KeyName, RevealButton, TimeLeft } from './row-parts.tsx'
import { ChangedCell, ComparisonStrip, NoteCell, OtherEnvironmentsCell, RowBox } from './table-cells.tsx'

const masked = <Masked className="truncate text-control-line" />
const done = <Check className="text-good" />

/**
 * A variable of one environment, or several that are folded away. Memoised: its props stay the same while other rows
 * change.
 */
export const TableLine = memo(function TableLine({ line, index }: { line: KeyOrPrefix; index: number }) {
  const isKey = line.kind === 'key'
  const name = isKey ? line.key : line.prefix
  const keys = keysOfRow(line)
  const { hideOne } = useActions()
  const { environment, strip } = useGridShape()
  const { id } = environment
  const variable = useWorkbench(({ variables }) => (isKey ? variables.get(name) : undefined))
  const tabIndex = useWorkbench((state) => (activeRow(state) === index ? 0 : -1))
  const selected = useWorkbench(({ selection }) => keys.filter((key) => selection.keys.has(key)).length)
  const isShown = useWorkbench(({ revealed }) => isKey && isCell(revealed, name, id))
  const sign = useWorkbench(({ facts }) =>
    isKey || line.isFolded ? weightiestSummary(keys.map((key) => facts.comparisons?.get(key))) : undefined,
  )
  if (isKey && !variable) return null
  const isSelected = selected === keys.length
  const ofKey = variable && {
    tabIndex,
    'data-row': index,
    'data-column': 0,
    'data-key': '',
    'data-nested': line.prefix === '' ? undefined : '',
    'data-shown': isShown ? '' : undefined,
    'data-note': hasDetails(variable) ? '' : undefined,
    'data-warning': sign?.kind === 'same-secret' ? '' : undefined,
  }
  return (
    <GridRow
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      {...(ofKey ?? { 'data-prefix': '' })}
      onBlur={(event) => {
        if (isKey && !event.currentTarget.contains(event.relatedTarget)) hideOne({ key: name, id })
      }}
      className={cn(
        'variables-line',
        isKey &&
          'transition-colors hover:bg-hover/60 focus-within:bg-hover/60 focus-visible:-outline-offset-2',
        isShown && 'bg-hover/60',
        isSelected && 'bg-accent-soft/60',
        isSelected && isKey && 'hover:bg-accent-soft focus-within:bg-accent-soft',
      )}
    >
      <RowBox
        label={isKey ? `Select ${name}` : `Select all ${keys.length} of ${name}`}
        checked={isSelected}
        isPartial={selected > 0 && !isSelected}
        index={index}
      />
      <GridRowHead
        title={isKey ? name : undefined}
        className={cn('cell-key', isKey && 'font-mono text-ink', isKey && !isShown && 'truncate')}
      >
        {isKey ? (
          <KeyName line={line} />
        ) : (
          <FoldButton
            line={line}
            index={index}
            className="-ml-1 h-[calc(var(--row)-1px)] rounded-md pl-1 max-md:h-[43px]"
          />
        )}
      </GridRowHead>
      <GridCell className="cell-value">
        {variable && (
          <>
            <RevealButton
              isShown={isShown}
              label={name}
              at={{ row: index, column: 1 }}
              tabIndex={tabIndex}
              data-row={index}
              data-column={1}
              className="relative"
            >
              {isShown && <TimeLeft />}
            </RevealButton>
            {isShown && <RevealedValue label={name} value={variable.value} />}
            {!isShown && (variable.value === '' ? <Masked isEmpty /> : masked)}
          </>
        )}
      </GridCell>
      <NoteCell variable={variable} />
      <ChangedCell line={line} />
      <OtherEnvironmentsCell name={isKey ? name : undefined} comparison={sign} tabIndex={tabIndex} />
      {isShown && <SameValueCell name={name} tabIndex={tabIndex} />}
      {isKey && strip.length > 0 && <ComparisonStrip name={name} />}
      <GridCell className="cell-actions">
        {variable && <RowActions name={name} index={index} tabIndex={tabIndex} />}
      </GridCell>
    </GridRow>
  )
})

interface ActionsProps {
  /** The key. */
  name: string
  index: number
  tabIndex: number
}

/** The actions of a row. Its style sheets decide which of them are drawn. */
function RowActions({ name, index, tabIndex }: ActionsProps) {
  const { environment, canWrite } = useGridShape()
  const copied = useWorkbench((state) => isCell(state.copied, name, environment.id))
  const at = (column: number) => ({
    at: { row: index, column },
    tabIndex,
    'data-row': index,
    'data-column': column,
  })
  return (
    <div className="row-actions flex justify-end transition-opacity">
      <CommandButton
        command="copy"
        label={`${copied ? 'Copied' : 'Copy'} ${name}`}
        icon={copied ? done : undefined}
        {...at(2)}
      />
      {canWrite && <CommandButton command="edit" label={`Edit ${name}`} className="row-edit" {...at(3)} />}
      <ActionMenu
        label={`More for ${name}`}
        className="row-more"
        {...at(canWrite ? 4 : 3)}
        at={{ row: index, column: 0 }}
        items={(isRequested) => <RowItems at={{ row: index, column: 0 }} isRequested={isRequested} />}
      />
      {canWrite && (
        <CommandButton
          command="remove"
          label={`Delete ${name}`}
          className="row-delete hover:bg-bad-soft hover:text-bad"
          {...at(5)}
        />
      )}
    </div>
  )
}
