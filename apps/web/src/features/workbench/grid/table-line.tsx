import { hasDetails } from '@envhold/formats/variables.ts'
import { Check, Copy, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell, GridRow, GridRowHead } from '../../../ui/lists/table.tsx'
import { Masked } from '../../../ui/text/marked-text.tsx'
import type { KeyOrPrefix } from '../arrangement/fold-keys.ts'
import { compareWithOthers } from '../comparison/comparison.ts'
import { RevealedValue } from '../parts/revealed-value.tsx'
import { RowButton } from '../parts/row-button.tsx'
import { SameValueCell } from '../same-value/same-value-cell.tsx'
import { activeRow } from '../store/cells.ts'
import type { Command } from '../store/keymaps.ts'
import { isCell } from '../store/state.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'
import { useGridShape } from './grid-shape.ts'
import { RowMenu } from './row-menu.tsx'
import { KeyName, TimeLeft } from './row-parts.tsx'
import { ChangedCell, ComparisonStrip, NoteCell, OtherEnvironmentsCell, RowBox } from './table-cells.tsx'

interface Props {
  line: Extract<KeyOrPrefix, { kind: 'key' }>
  index: number
}

// Made once: a row that is rendered again renders none of them.
const masked = <Masked className="truncate text-control-line" />
const icons = {
  show: <Eye />,
  hide: <EyeOff />,
  copy: <Copy />,
  copied: <Check className="text-good" />,
  edit: <Pencil />,
  remove: <Trash2 />,
} as const

/** A variable of one environment. Memoised: its props stay the same while other rows change. */
export const TableLine = memo(function TableLine({ line, index }: Props) {
  const { key } = line
  const { run, hideOne, list } = useActions()
  const { environment, canWrite, strip } = useGridShape()
  const { id } = environment
  const variable = useWorkbench(({ variables }) => variables.get(key))
  const tabIndex = useWorkbench((state) => (activeRow(state) === index ? 0 : -1))
  const selected = useWorkbench(({ selection }) => selection.keys.has(key))
  const isShown = useWorkbench(({ revealed }) => isCell(revealed, key, id))
  const copied = useWorkbench((state) => isCell(state.copied, key, id))
  const comparison = useWorkbench(({ facts }) => facts.comparisons.get(key))
  if (!variable) return null
  const { value } = variable
  const button = (command: Command, column: number, label: string) => ({
    label: `${label} ${key}`,
    tabIndex,
    'data-row': index,
    'data-column': column,
    onClick: () => run(command, { row: index, column }),
  })
  return (
    <GridRow
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={tabIndex}
      data-row={index}
      data-column={0}
      data-key=""
      data-nested={line.prefix === '' ? undefined : ''}
      data-shown={isShown ? '' : undefined}
      data-note={hasDetails(variable) ? '' : undefined}
      data-warning={comparison?.kind === 'same-secret' ? '' : undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hideOne({ key, id })
      }}
      className={cn(
        'variables-line transition-colors hover:bg-hover/60 focus-within:bg-hover/60 focus-visible:-outline-offset-2',
        isShown && 'bg-hover/60',
        selected && 'bg-accent-soft/60 hover:bg-accent-soft focus-within:bg-accent-soft',
      )}
    >
      <RowBox label={`Select ${key}`} checked={selected} index={index} />
      <GridRowHead title={key} className={cn('cell-key font-mono text-ink', !isShown && 'truncate')}>
        <KeyName line={line} />
      </GridRowHead>
      <GridCell className="cell-value">
        <RowButton
          {...button('toggle', 1, isShown ? 'Hide' : 'Reveal')}
          aria-pressed={isShown}
          className="relative"
        >
          {isShown ? icons.hide : icons.show}
          {isShown && <TimeLeft />}
        </RowButton>
        {isShown && <RevealedValue label={key} value={value} />}
        {!isShown && (value === '' ? <Masked isEmpty /> : masked)}
      </GridCell>
      <NoteCell variable={variable} />
      <LastChange name={key} />
      <OtherEnvironmentsCell
        comparison={comparison}
        tabIndex={tabIndex}
        onOpen={(anchor) => list(key, anchor)}
      />
      {isShown && <SameValueCell name={key} tabIndex={tabIndex} />}
      {strip.length > 0 && <Strip name={key} />}
      <GridCell className="cell-actions">
        <div className="row-actions flex justify-end transition-opacity">
          <RowButton {...button('copy', 2, copied ? 'Copied' : 'Copy')}>
            {copied ? icons.copied : icons.copy}
          </RowButton>
          {canWrite && (
            <RowButton changes {...button('edit', 3, 'Edit')} className="row-edit">
              {icons.edit}
            </RowButton>
          )}
          <RowMenu button={button('history', canWrite ? 4 : 3, 'More for')} index={index} />
          {canWrite && (
            <RowButton
              changes
              {...button('remove', 5, 'Delete')}
              className="row-delete hover:bg-bad-soft hover:text-bad"
            >
              {icons.remove}
            </RowButton>
          )}
        </div>
      </GridCell>
    </GridRow>
  )
})

const LastChange = memo(function LastChange({ name }: { name: string }) {
  const change = useWorkbench(({ facts }) => facts.changes?.byKey.get(name))
  const before = useWorkbench(({ facts }) => facts.changes?.before)
  return <ChangedCell change={change} before={before} />
})

/** On very wide screens: how the key compares with some environments, without words. */
function Strip({ name }: { name: string }) {
  const variables = useWorkbench((state) => state.variables)
  const { environment, strip } = useGridShape()
  const compared = compareWithOthers(name, { protected: environment.protected, variables }, strip)
  return <ComparisonStrip compared={compared} />
}
