import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { ChangeTime } from '../../projects/change-time.tsx'
import { groupSign, signs } from '../comparison/signs.tsx'
import { keyHelp } from '../store/row-commands.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

/** How much is shown of how much. */
function Counted() {
  const { layout, keys, total, environment } = useParts('layout', 'keys', 'total', 'environment')
  const isTable = layout === 'table'
  const count = keys.length
  const all = formatCount(total, isTable ? 'variable' : 'key')
  return (
    <p aria-live="polite" className="max-w-full shrink-0 truncate">
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

/** Below the rows: how many there are, the signs in words, and the keys. */
export function StatusLine() {
  const { layout, environments, canWrite, blocked } = useParts(
    'layout',
    'environments',
    'canWrite',
    'blocked',
  )
  const hasLegend = layout === 'table' && environments.length > 1
  const isWritable = canWrite && blocked === undefined
  return (
    <div className="flex min-h-8 items-center gap-x-6 overflow-hidden border-t px-(--gutter) text-small text-ink-3 max-md:flex-wrap max-md:py-1.5 md:box-content md:h-8 md:whitespace-nowrap">
      <Counted />
      {hasLegend && <TableLegend />}
      {layout === 'grid' && <Legend list={signsOfGrid} className="flex-wrap gap-y-1 md:flex-nowrap" />}
      {layout === 'compare' && <HiddenSame />}
      <p
        className={cn(
          'ml-auto flex items-center gap-3 pointer-coarse:hidden',
          layout === 'grid' ? 'max-[100rem]:hidden' : 'max-[80rem]:hidden',
          // The legend beside them takes the room.
          hasLegend && 'min-[87.5rem]:max-[100rem]:hidden',
        )}
        aria-hidden="true"
      >
        {(layout === 'text' ? [] : keyHelp[layout])
          .filter(({ hint, changes }) => hint && (!changes || isWritable))
          .map(({ keys, hint }) => (
            <span key={hint} className="flex items-center gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
              {hint}
            </span>
          ))}
      </p>
    </div>
  )
}

type Signs = readonly (readonly [sign: ReactNode, words: string])[]

const sharedSecret = 'secret shared with a protected environment'

const signsOfTable: Signs = [
  [signs['same-secret'], sharedSecret],
  [signs.missing, 'missing elsewhere'],
  [signs.different, 'differs'],
  [signs.same, 'same'],
  [signs.alone, 'only here'],
]

const signsOfGrid: Signs = [
  [signs['same-secret'], sharedSecret],
  [signs.same, 'same everywhere'],
  [signs.different, 'different everywhere'],
  [groupSign(0), 'same letter, same value'],
  [signs.alone, 'only here'],
  [signs.missing, 'missing'],
]

/** The signs in words. */
const Legend = ({ list, className }: { list: Signs; className: string }) => (
  <ul aria-label="Signs" className={`flex gap-x-5 ${className}`}>
    {list.map(([sign, words]) => (
      <li key={words} className="flex items-center gap-2">
        {sign}
        {words}
      </li>
    ))}
  </ul>
)

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

const notRead = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} could not be read, and is not compared`
    : `${names.length} environments could not be read, and are not compared`

/** The signs in words, and whether all environments are compared. */
function TableLegend() {
  const { read, failed, isSettled } = useWorkbench((state) => state.others)
  return (
    <>
      {failed.length > 0 && (
        <p role="status" title={failed.join(', ')} className="truncate">
          {notRead(failed)}
        </p>
      )}
      {!isSettled && <p>Comparing environments…</p>}
      {isSettled && read.length > 0 && <Legend list={signsOfTable} className="max-[87.5rem]:hidden" />}
    </>
  )
}
