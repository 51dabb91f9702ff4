import { FormatError } from '@envhold/formats/format-error.ts'
import { renderDotenv } from '@envhold/formats/render-dotenv.ts'
import { pickVariables } from '@envhold/formats/variables.ts'
import { Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { Button } from '../../../ui/button.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CopyButton, copyFailed } from '../../../ui/text/copy-button.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { saveFile } from '../../../ui/text/save-file.ts'
import { ChangeTime } from '../../projects/change-time.tsx'
import { existingSelection } from '../arrangement/selection.ts'
import { type ComparisonKind, comparisonKinds } from '../comparison/comparison.ts'
import { ComparisonIcon } from '../comparison/comparison-icon.tsx'
import { legend } from '../grid/cell-content.tsx'
import type { OpenDialog, WorkbenchState } from '../store/state.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

/** How much is shown of how much. */
function Counted() {
  const { layout, keys, total, environment } = useParts('layout', 'keys', 'total', 'environment')
  const isTable = layout === 'table'
  const count = keys.length
  const all = formatCount(total, isTable ? 'variable' : 'key')
  return (
    <p aria-live="polite" className="truncate">
      {count === total ? all : `${formatCount(count)} of ${all}`}
      {isTable && (
        <>
          {' '}
          · version {environment.version}, changed <ChangeTime change={environment.last_change} />
        </>
      )}
    </p>
  )
}

/** On a phone, where the bar has no room for it. */
export const Caption = () => (
  <div className="h-7 px-(--gutter) text-small text-ink-3 md:hidden">
    <Counted />
  </div>
)

const hints: Readonly<Record<WorkbenchState['layout'], readonly (readonly [string, string, boolean?])[]>> = {
  table: [
    ['↑ ↓', 'move'],
    ['Enter', 'reveal'],
    ['c', 'copy'],
    ['e', 'edit', true],
    ['n', 'new', true],
  ],
  grid: [
    ['↑ ↓ ← →', 'move'],
    ['Enter', 'edit', true],
    ['Space', 'reveal'],
  ],
  compare: [
    ['Space', 'reveal both'],
    ['Shift ← →', 'copy over', true],
  ],
}

/** Below the rows: how many there are, the signs in words, and the keys. */
export function StatusLine() {
  const { layout, environments, canWrite, blocked } = useParts(
    'layout',
    'environments',
    'canWrite',
    'blocked',
  )
  const isWritable = canWrite && blocked === undefined
  return (
    <div className="flex min-h-8 items-center gap-x-6 overflow-hidden border-t px-(--gutter) text-small text-ink-3 max-md:flex-wrap max-md:py-1.5 md:box-content md:h-8 md:whitespace-nowrap">
      <Counted />
      {layout === 'table' && environments.length > 1 && <ComparisonLegend />}
      {layout === 'grid' && <GridLegend />}
      {layout === 'compare' && <HiddenSame />}
      <p
        className="ml-auto flex items-center gap-3 max-[80rem]:hidden pointer-coarse:hidden"
        aria-hidden="true"
      >
        {hints[layout]
          .filter(([, , changes]) => !changes || isWritable)
          .map(([keys, words]) => (
            <span key={keys} className="flex items-center gap-1">
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
              {words}
            </span>
          ))}
      </p>
    </div>
  )
}

function GridLegend() {
  return (
    <ul aria-label="Signs" className="flex flex-wrap gap-x-5 gap-y-1 md:flex-nowrap">
      {legend.map(({ sign, words }) => (
        <li key={words} className="flex items-center gap-2">
          {sign}
          {words}
        </li>
      ))}
    </ul>
  )
}

/** What a comparison leaves out. */
function HiddenSame() {
  const { setFilter } = useActions()
  const filter = useWorkbench((state) => state.shownFilter)
  const same = useWorkbench(({ total, counts }) => total - (counts.differing ?? 0))
  if (filter !== 'differing' || same === 0) return null
  return (
    <p>
      = {formatCount(same)} the same, hidden{' '}
      <button type="button" className="ml-1 font-medium text-accent" onClick={() => setFilter('all')}>
        Show
      </button>
    </p>
  )
}

const words: Readonly<Record<ComparisonKind, string>> = {
  'same-secret': 'secret shared with a protected environment',
  missing: 'missing elsewhere',
  different: 'differs',
  same: 'same',
  alone: 'only here',
}

const notRead = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} could not be read, and is not compared`
    : `${names.length} environments could not be read, and are not compared`

/** The signs in words, and whether all environments are compared. */
function ComparisonLegend() {
  const { read, failed, isSettled } = useWorkbench((state) => state.others)
  return (
    <>
      {failed.length > 0 && (
        <p role="status" title={failed.join(', ')} className="truncate">
          {notRead(failed)}
        </p>
      )}
      {!isSettled && <p>Comparing environments…</p>}
      {isSettled && read.length > 0 && (
        <p className="flex items-center gap-4 max-[87.5rem]:hidden">
          {comparisonKinds.map((kind) => (
            <span key={kind} className="flex items-center gap-1.5">
              <ComparisonIcon kind={kind} />
              {words[kind]}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** Says why a `.env` text could not be made or copied. */
const notifyFailed = (otherwise: string) => (error: unknown) => {
  const problem = error instanceof FormatError ? error.problems[0] : undefined
  if (problem) toast.error(`${problem.key ?? ''}: ${problem.problem}`)
  else copyFailed(otherwise)(error)
}

/** Actions for the selected variables. */
export function SelectionBar() {
  const { open, clearSelection } = useActions()
  const { selection, variables, canWrite } = useParts('selection', 'variables', 'canWrite')
  const environment = useWorkbench((state) => state.environment.name)
  const keys = existingSelection(selection, variables)
  if (keys.length === 0) return null
  const text = () => renderDotenv(pickVariables(variables, keys), undefined, { notes: true }).text
  const download = () => {
    try {
      saveFile(`${environment}.env`, text())
    } catch (error) {
      notifyFailed('Failed to download variables')(error)
    }
  }
  const change = (dialog: OpenDialog, content: ReactNode, className: string) =>
    canWrite && (
      <Changing>
        <Button variant="secondary" onClick={() => open(dialog)} className={className}>
          {content}
        </Button>
      </Changing>
    )
  return (
    <section
      aria-label="Selected variables"
      data-floating-bar=""
      className="sticky bottom-4 z-20 mx-(--gutter) flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-3 max-sm:gap-x-1 shadow-high sm:pl-4"
    >
      <p className="font-semibold sm:mr-2" aria-live="polite">
        {keys.length}
        <span className="max-sm:sr-only"> selected</span>
      </p>
      <CopyButton
        labelled
        label="Copy as .env"
        text={text}
        onFailed={notifyFailed('Failed to copy value')}
        className="max-sm:px-2 max-sm:[&_svg]:hidden"
      />
      {change({ what: 'copy', keys, isMove: false }, 'Copy to…', 'max-sm:px-2')}
      {change({ what: 'copy', keys, isMove: true }, 'Move to…', 'max-md:hidden')}
      <Button variant="secondary" onClick={download} className="max-md:hidden">
        Download
      </Button>
      {change(
        { what: 'delete', keys },
        <>
          <Trash2 className="max-sm:hidden max-[22.5rem]:block" />
          <span className="max-[22.5rem]:sr-only">Delete</span>
        </>,
        'text-bad hover:bg-bad-soft hover:text-bad max-sm:px-2',
      )}
      <IconButton label="Clear selection" onClick={clearSelection}>
        <X />
      </IconButton>
    </section>
  )
}
