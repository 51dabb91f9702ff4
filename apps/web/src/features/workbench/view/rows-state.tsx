import { CircleDashed, FileDown, Grid3x3, KeyRound, ListFilter, SearchX } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useMemo } from 'react'
import { readErrorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { HighlightMatch } from '../../../ui/text/highlight-match.tsx'
import { SlowUnlockNote } from '../../keyring/passkey-unlock.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { TableSkeleton } from '../parts/table-skeleton.tsx'
import { type Filter, findMissingKeys } from '../store/filters.ts'
import { isUnavailable } from '../store/state.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

const padded = 'px-(--gutter) py-4'

/** Shown instead of rows: loading, failed, empty, or nothing found. */
export function RowsState() {
  const { reading, reads, environment, lines } = useParts('reading', 'reads', 'environment', 'lines')
  const { isReady, failed } = reading
  const nothing = useNothing()
  if (useWorkbench(isUnavailable) && !isReady) return null
  return (
    <>
      {!isReady && (failed.length === 0 || reads.size > 0) && (
        <>
          <div className="px-(--gutter)">
            <SlowUnlockNote busy />
          </div>
          <TableSkeleton rows={Math.min(12, environment.variable_count)} />
        </>
      )}
      {failed.length > 0 && (
        <div className={padded}>
          <ReadProblems />
        </div>
      )}
      {isReady && lines.length === 0 && (
        <div className={padded}>{nothing && <EmptyState {...nothing} />}</div>
      )}
    </>
  )
}

/** Environments that could not be read. */
export function ReadProblems() {
  const { isReady, isFetching, failed, error, retry } = useWorkbench((state) => state.reading)
  if (failed.length === 0) return null
  if (!isReady)
    return (
      <ErrorState title="The variables did not load" onRetry={retry} busy={isFetching}>
        {readErrorText(error)}
      </ErrorState>
    )
  return (
    <Banner
      tone="warn"
      title={`${failed.join(', ')} did not load`}
      action={
        <Button variant="secondary" size="sm" onClick={retry}>
          Try again
        </Button>
      }
    >
      {readErrorText(error)} The other environments are compared without it.
    </Banner>
  )
}

type Nothing = ComponentProps<typeof EmptyState>

const filterTexts: Readonly<Partial<Record<Filter, Pick<Nothing, 'title' | 'children'>>>> = {
  'to-check': {
    title: 'Nothing to check',
    children:
      'No shown environment has a secret of a protected one, and nothing is overdue or due within a week.',
  },
  differing: {
    title: 'Nothing differs',
    children: 'Every key that is in several of these environments has the same value in all of them.',
  },
  missing: { title: 'Nothing is missing', children: 'Every one of these environments has every key.' },
  changed: { title: 'No key was changed this week' },
  'only-left': { title: 'No key is only on this side' },
  'only-right': { title: 'No key is only on this side' },
}

/** Why there are no rows; undefined while what the filter goes by is not known. */
function useNothing(): Nothing | undefined {
  const { clearFilters, setFilter } = useActions()
  const { search, shownFilter: filter, total, layout } = useParts('search', 'shownFilter', 'total', 'layout')
  const { reading, columns, counts } = useParts('reading', 'columns', 'counts')
  const ofEmpty = useNoVariables()
  if (total === 0) return ofEmpty
  const button = (words: string, onClick: () => void) => (
    <Button variant="secondary" onClick={onClick}>
      {words}
    </Button>
  )
  const clear = button(search === '' || filter !== 'all' ? 'Show all keys' : 'Clear search', clearFilters)
  if (search !== '') {
    const title = `No key${layout === 'table' ? ' or note' : ''} matches “${search}”`
    return { icon: SearchX, title, children: 'Values are not searched.', action: clear }
  }
  if (filter !== 'all' && filter !== 'changed' && counts[filter] === undefined) return undefined
  if (layout !== 'compare' || filter !== 'differing')
    return { icon: ListFilter, title: '', ...filterTexts[filter], action: clear }
  if (reading.failed.length > 0) return undefined
  const [left, right] = columns.names
  return {
    icon: ListFilter,
    title: `${left} and ${right} are the same: ${formatCount(total, 'variable')}`,
    children: 'Choose another environment above to compare with.',
    action: button('Show all keys', () => setFilter('all')),
  }
}

/** What can be done about environments without variables. */
function useNoVariables(): Nothing {
  const { open, openChange } = useActions()
  const isTable = useWorkbench(({ layout }) => layout === 'table')
  const { canWrite, blocked } = useParts('canWrite', 'blocked')
  const button = (onClick: () => void, content: ReactNode) =>
    canWrite && (
      <Changing>
        <Button variant="secondary" onClick={onClick}>
          {content}
        </Button>
      </Changing>
    )
  if (!isTable)
    return {
      icon: Grid3x3,
      title: 'No variables in these environments yet',
      children: 'Add a key, or import a .env file in the table of an environment.',
      action: button(() => open({ what: 'add-key' }), 'Add key'),
    }
  const hint = canWrite
    ? 'Paste a .env file anywhere on this page, or drop one here: you review the changes before anything is saved.'
    : 'Collaborators with write permission can add some.'
  return {
    icon: KeyRound,
    title: 'No variables in this environment yet',
    children: blocked ?? hint,
    action: button(
      () => openChange({ what: 'import', source: { text: '' } }),
      <>
        <FileDown />
        Import a .env file
      </>,
    ),
  }
}

const maxShown = 50

/** Below what a search found in a table: keys of other environments that it would have found here. */
export function MissingKeys() {
  const { openChange } = useActions()
  const heading = useId()
  const { environment, search, variables, canWrite } = useParts(
    'environment',
    'search',
    'variables',
    'canWrite',
  )
  const others = useWorkbench((state) => state.others.read)
  const missing = useMemo(() => findMissingKeys(search, variables, others), [search, variables, others])
  if (missing.length === 0) return null
  const more = missing.length - maxShown
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="border-b px-(--gutter) pt-5 pb-2 text-small text-ink-2">
        <span className="font-medium text-ink">
          Missing in <EnvironmentName environment={environment} />
        </span>
        , found in other environments
      </h3>
      <ul className="variables-table bg-surface">
        {missing.slice(0, maxShown).map(({ key, environments, note }) => (
          <li key={key} className="variables-line missing-line">
            <span className="cell-key truncate font-mono text-ink" title={key}>
              <HighlightMatch text={key} search={search} />
            </span>
            <span className="cell-value text-ink-3 max-lg:!hidden">
              <CircleDashed aria-hidden="true" className="size-4 shrink-0" />
              Missing
            </span>
            <span className="cell-note text-ink-2">
              {note && (
                <span className="truncate" title={note}>
                  <HighlightMatch text={note} search={search} />
                </span>
              )}
            </span>
            <span className="cell-others truncate text-ink-3" title={environments.join(', ')}>
              {environments.join(', ')}
            </span>
            {canWrite && (
              <span className="cell-actions justify-self-end">
                <Changing>
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => openChange({ what: 'add', key })}
                    className="whitespace-nowrap"
                  >
                    Add here
                    <span className="sr-only">{key}</span>
                  </Button>
                </Changing>
              </span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="px-(--gutter) py-2 text-small text-ink-3">and {formatCount(more)} more</p>}
    </section>
  )
}
