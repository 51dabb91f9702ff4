import { detailNames } from '@envhold/formats/fields/every-field.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { type MouseEvent, memo, useContext } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridCell } from '../../../ui/lists/table.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentDot } from '../../projects/environment-name.tsx'
import {
  type ComparisonSummary,
  type compareWithOthers,
  comparisonText,
  type ReadEnvironment,
} from '../comparison/comparison.ts'
import { ComparisonIcon } from '../comparison/comparison-icon.tsx'
import type { KeyChange } from '../data/variable-queries.ts'
import { detailParts } from '../parts/detail-parts.tsx'
import { useActions } from '../store/workbench-store.ts'
import { SearchContext } from './grid-shape.ts'

interface BoxProps {
  label: string
  checked: boolean
  /** Some of several are selected. */
  isPartial?: boolean
  index: number
}

/** A click beside the box is one on it: the whole corner of the row selects. */
const clickBox = ({ target, currentTarget, shiftKey }: MouseEvent) => {
  if (target !== currentTarget) return
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })
  currentTarget.querySelector('input')?.dispatchEvent(click)
}

/** The box that selects a row; with Shift, all from the last one on. */
export const RowBox = memo(function RowBox({ label, checked, isPartial = false, index }: BoxProps) {
  const { select } = useActions()
  return (
    <GridCell className="cell-box" onClick={clickBox}>
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={-1}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isPartial
        }}
        onChange={({ nativeEvent }) =>
          select(index, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 accent-accent"
      />
    </GridCell>
  )
})

/** The details of a variable in one line. */
export const NoteCell = memo(function NoteCell({ variable }: { variable: Variable }) {
  const search = useContext(SearchContext)
  return (
    <GridCell className="cell-note text-ink-2">
      {detailNames.map((name) => {
        const { Cell } = detailParts[name]
        const text = variable[name]
        return text && <Cell key={name} text={text} search={search} />
      })}
    </GridCell>
  )
})

interface ChangedProps {
  change: KeyChange | undefined
  /** Without a change, it was changed before this time. */
  before: string | undefined
}

/** When a variable was changed, and by whom. */
export const ChangedCell = ({ change, before }: ChangedProps) => (
  <GridCell className="cell-changed truncate text-ink-2">
    {change ? (
      <>
        <Time at={change.at} />
        {change.author && <span className="text-ink-3"> {change.author}</span>}
      </>
    ) : (
      before && (
        <span className="text-ink-3">
          before <Time at={before} date />
        </span>
      )
    )}
  </GridCell>
)

interface ComparisonProps {
  comparison: ComparisonSummary | undefined
  tabIndex?: number
  /** Lists all environments; without it, the comparison is no button. */
  onOpen?: (anchor: HTMLElement) => void
}

const comparisonStyle = 'flex max-w-full min-w-0 items-center gap-2'

/** How a variable compares with the other environments. Amber is for the one thing to act on. */
export function OtherEnvironmentsCell({ comparison, tabIndex, onOpen }: ComparisonProps) {
  const isWarning = comparison?.kind === 'same-secret'
  const content = comparison && (
    <>
      <ComparisonIcon kind={comparison.kind} />
      <span className="truncate">{comparisonText(comparison)}</span>
    </>
  )
  return (
    <GridCell
      data-warning={isWarning ? '' : undefined}
      className={cn('cell-others', isWarning ? 'font-medium text-warn' : 'text-ink-3')}
    >
      {onOpen && comparison ? (
        <button
          type="button"
          aria-haspopup="dialog"
          tabIndex={tabIndex}
          data-native-keys=""
          title="Show all environments"
          onClick={({ currentTarget }) => onOpen(currentTarget)}
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

/** How a variable compares with each environment. The cell beside it says it in words. */
export const ComparisonStrip = ({ compared }: { compared: ReturnType<typeof compareWithOthers> }) => (
  <div aria-hidden="true" className="cell-strip">
    {compared.map(([{ id }, kind]) => (
      <span key={id} className={cn(kind === 'same-secret' ? 'text-warn' : 'text-ink-3')}>
        <ComparisonIcon kind={kind} />
      </span>
    ))}
  </div>
)

export const ComparisonStripHead = ({ environments }: { environments: readonly ReadEnvironment[] }) => (
  <div aria-hidden="true" className="cell-strip">
    {environments.map((environment) => (
      <span key={environment.id} title={environment.name} className="flex min-w-0 items-center gap-2">
        <EnvironmentDot environment={environment} />
        <span className="truncate">{environment.name}</span>
      </span>
    ))}
  </div>
)
