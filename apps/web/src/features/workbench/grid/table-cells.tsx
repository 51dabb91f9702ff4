import { detailNames } from '@envhold/formats/fields/every-field.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ComponentProps, type MouseEvent, memo, useContext } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridBody, GridCell, GridColumnHead, GridRow } from '../../../ui/lists/table.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentDot } from '../../projects/environment-name.tsx'
import type { SortColumn } from '../arrangement/arrangement.ts'
import { type KeyOrPrefix, keysOfRow } from '../arrangement/fold-keys.ts'
import { type ComparisonSummary, compareWithOthers, comparisonText } from '../comparison/comparison.ts'
import { signs } from '../comparison/signs.tsx'
import type { KeyChange, KeyChanges } from '../data/variable-queries.ts'
import { detailParts } from '../parts/detail-parts.tsx'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'
import { SearchContext, useGridShape } from './grid-shape.ts'

interface HeadProps {
  /** The cells below it have the class `cell-` and this name. */
  name: string
  title: string
  sorts?: SortColumn
}

const heads: readonly HeadProps[] = [
  { name: 'key', title: 'Key', sorts: 'key' },
  { name: 'value', title: 'Value' },
  { name: 'note', title: 'Note' },
  { name: 'changed', title: 'Changed', sorts: 'changed' },
  { name: 'others', title: 'In other environments', sorts: 'elsewhere' },
]

export function TableHead() {
  const { strip } = useGridShape()
  const { selectAll } = useActions()
  const { keys, selection } = useParts('keys', 'selection')
  const isAll = keys.every((key) => selection.keys.has(key))
  return (
    <GridBody className="sticky top-[calc(var(--bar)+var(--tools))] z-10 max-md:hidden">
      <GridRow
        aria-rowindex={1}
        data-head=""
        className="variables-line !min-h-9 border-t bg-surface font-medium text-ink-3"
      >
        <GridColumnHead className="cell-box">
          <Box
            label="Select all"
            checked={isAll}
            isPartial={selection.keys.size > 0 && !isAll}
            onChange={selectAll}
          />
        </GridColumnHead>
        {heads.map((head) => (
          <Head key={head.name} {...head} />
        ))}
        {strip.length > 0 && (
          <div aria-hidden="true" className="cell-strip">
            {strip.map((environment) => (
              <span key={environment.id} title={environment.name} className="flex min-w-0 items-center gap-2">
                <EnvironmentDot environment={environment} />
                <span className="truncate">{environment.name}</span>
              </span>
            ))}
          </div>
        )}
        <GridColumnHead className="cell-actions">
          <span className="sr-only">Actions</span>
        </GridColumnHead>
      </GridRow>
    </GridBody>
  )
}

/** A press sorts by the column, the next one the other way round. */
function Head({ name, title, sorts }: HeadProps) {
  const { sort: setSort } = useActions()
  const sort = useWorkbench(({ arrangement }) => arrangement.sort)
  const className = `cell-${name}`
  if (!sorts) return <GridColumnHead className={className}>{title}</GridColumnHead>
  const isSorted = sort.by === sorts
  // Times begin with the newest, and comparisons with the weightiest.
  const isAscending = (sorts === 'key') !== sort.isReversed
  const Arrow = isAscending ? ArrowUp : ArrowDown
  return (
    <GridColumnHead
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
      className={className}
    >
      <button
        type="button"
        data-native-keys=""
        onClick={() => setSort({ by: sorts, isReversed: isSorted && !sort.isReversed })}
        className={cn('flex h-7 items-center gap-1 rounded-md hover:text-ink', isSorted && 'text-ink')}
      >
        {title}
        {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </GridColumnHead>
  )
}

interface BoxProps extends Pick<ComponentProps<'input'>, 'checked' | 'tabIndex' | 'onChange'> {
  label: string
  /** Some of several are selected. */
  isPartial: boolean
}

const Box = ({ label, isPartial, ...input }: BoxProps) => (
  <input
    type="checkbox"
    aria-label={label}
    ref={(box) => {
      if (box) box.indeterminate = isPartial
    }}
    {...input}
    className="size-4 accent-accent"
  />
)

/** A click beside the box is one on it: the whole corner of the row selects. */
const clickBox = ({ target, currentTarget, shiftKey }: MouseEvent) => {
  if (target !== currentTarget) return
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })
  currentTarget.querySelector('input')?.dispatchEvent(click)
}

/** The box that selects a row; with Shift, all from the last one on. */
export const RowBox = memo(function RowBox({ index, ...box }: BoxProps & { index: number }) {
  const { select } = useActions()
  return (
    <GridCell className="cell-box" onClick={clickBox}>
      <Box
        {...box}
        tabIndex={-1}
        onChange={({ nativeEvent }) =>
          select(index, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
        }
      />
    </GridCell>
  )
})

/** The details of a variable in one line. */
export const NoteCell = memo(function NoteCell({ variable }: { variable: Variable | undefined }) {
  const search = useContext(SearchContext)
  return (
    <GridCell className="cell-note text-ink-2">
      {detailNames.map((name) => {
        const { Cell } = detailParts[name]
        const text = variable?.[name]
        return text && <Cell key={name} text={text} search={search} />
      })}
    </GridCell>
  )
})

const newestChange = (keys: readonly string[], { byKey }: KeyChanges) =>
  keys
    .flatMap((key) => byKey.get(key) ?? [])
    .reduce<KeyChange | undefined>(
      (newest, change) => (newest && newest.at >= change.at ? newest : change),
      undefined,
    )

/** When a variable, or the newest of those that are folded away, was changed, and by whom. */
export const ChangedCell = memo(function ChangedCell({ line }: { line: KeyOrPrefix }) {
  const changes = useWorkbench(({ facts }) => facts.changes)
  const known = line.kind === 'key' || line.isFolded ? changes : undefined
  const change = known && newestChange(keysOfRow(line), known)
  return (
    <GridCell className="cell-changed truncate text-ink-2">
      {change ? (
        <>
          <Time at={change.at} />
          {change.author && <span className="text-ink-3"> {change.author}</span>}
        </>
      ) : (
        known?.before && (
          <span className="text-ink-3">
            before <Time at={known.before} date />
          </span>
        )
      )}
    </GridCell>
  )
})

interface ComparisonProps {
  comparison: ComparisonSummary | undefined
  /** The key, which is listed in all environments; without it, the comparison is not a button. */
  name: string | undefined
  tabIndex: number
}

const comparisonStyle = 'flex max-w-full min-w-0 items-center gap-2'

/** How a variable compares with the other environments. Amber is for the one thing to act on. */
export function OtherEnvironmentsCell({ comparison, name, tabIndex }: ComparisonProps) {
  const { list } = useActions()
  const isWarning = comparison?.kind === 'same-secret'
  const content = comparison && (
    <>
      {signs[comparison.kind]}
      <span className="truncate">{comparisonText(comparison)}</span>
    </>
  )
  return (
    <GridCell
      data-warning={isWarning ? '' : undefined}
      className={cn('cell-others', isWarning ? 'font-medium text-warn' : 'text-ink-3')}
    >
      {name !== undefined && comparison ? (
        <button
          type="button"
          aria-haspopup="dialog"
          tabIndex={tabIndex}
          data-native-keys=""
          title="Show all environments"
          onClick={({ currentTarget }) => list(name, currentTarget)}
          className={cn(comparisonStyle, 'h-7 rounded-md hover:underline max-md:h-5')}
        >
          {content}
        </button>
      ) : (
        <span className={comparisonStyle}>{content}</span>
      )}
    </GridCell>
  )
}

/** On very wide screens: how a key compares with some environments. The cell beside it says it in words. */
export function ComparisonStrip({ name }: { name: string }) {
  const variables = useWorkbench((state) => state.variables)
  const { environment, strip } = useGridShape()
  const here = { protected: environment.protected, variables }
  return (
    <div aria-hidden="true" className="cell-strip">
      {compareWithOthers(name, here, strip).map(([{ id }, kind]) => (
        <span key={id} data-sign={kind}>
          {signs[kind]}
        </span>
      ))}
    </div>
  )
}
