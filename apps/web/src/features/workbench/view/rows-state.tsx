import { FileDown, Grid3x3, KeyRound, ListFilter, SearchX } from 'lucide-react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx'
import { SlowUnlockNote } from '../../keyring/passkey-unlock.tsx'
import { TableSkeleton } from '../parts/table-skeleton.tsx'
import type { Filter } from '../store/filters.ts'
import { mayWrite } from '../store/state.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'

const padded = 'px-(--gutter) py-4'

/** Shown instead of rows: loading, failed, empty, or nothing found. */
export function RowsState() {
  const { isReady, failed } = useWorkbench((state) => state.reading)
  const isPhonePair = useWorkbench(({ reads }) => reads.size > 0)
  const expected = useWorkbench(({ environment }) => environment.variable_count)
  const hasRows = useWorkbench(({ lines }) => lines.length > 0)
  return (
    <>
      {!isReady && (failed.length === 0 || isPhonePair) && (
        <>
          <div className="px-(--gutter)">
            <SlowUnlockNote busy />
          </div>
          <TableSkeleton rows={Math.min(12, expected)} />
        </>
      )}
      {failed.length > 0 && (
        <div className={padded}>
          <ReadProblems />
        </div>
      )}
      {isReady && !hasRows && (
        <div className={padded}>
          <NoRows />
        </div>
      )}
    </>
  )
}

/** Environments that could not be read. */
function ReadProblems() {
  const { isReady, isFetching, failed, error, retry } = useWorkbench((state) => state.reading)
  if (!isReady)
    return (
      <ErrorState title="The variables did not load" onRetry={retry} busy={isFetching}>
        {errorText(error)} Your stored data is safe.
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
      Your stored data is safe. The other environments are compared without it.
    </Banner>
  )
}

interface Texts {
  readonly title: string
  readonly words?: string
}

const filterTexts: Readonly<Partial<Record<Filter, Texts>>> = {
  'to-check': {
    title: 'Nothing to check',
    words:
      'No shown environment has a secret of a protected one, and nothing is overdue or due within a week.',
  },
  differing: {
    title: 'Nothing differs',
    words: 'Every key that is in several of these environments has the same value in all of them.',
  },
  missing: { title: 'Nothing is missing', words: 'Every one of these environments has every key.' },
  changed: { title: 'No key was changed this week' },
  'only-left': { title: 'No key is only on this side' },
  'only-right': { title: 'No key is only on this side' },
}

function NoRows() {
  const { clearFilters } = useActions()
  const search = useWorkbench((state) => state.search)
  const filter = useWorkbench((state) => state.shownFilter)
  const total = useWorkbench((state) => state.total)
  const layout = useWorkbench((state) => state.layout)
  const isWhole = useWorkbench(({ reading }) => reading.failed.length === 0)
  if (total === 0) return layout === 'table' ? <NoVariables /> : <EmptyGrid />
  const clear = (
    <Button variant="secondary" onClick={clearFilters}>
      {search === '' || filter !== 'all' ? 'Show all keys' : 'Clear search'}
    </Button>
  )
  if (search !== '')
    return (
      <EmptyState
        icon={SearchX}
        title={`No key${layout === 'table' ? ' or note' : ''} matches “${search}”`}
        action={clear}
      >
        Values are not searched.
      </EmptyState>
    )
  if (layout === 'compare' && filter === 'differing') return isWhole && <SameEnvironments />
  const { title = '', words } = filterTexts[filter] ?? {}
  return (
    <EmptyState icon={ListFilter} title={title} action={clear}>
      {words}
    </EmptyState>
  )
}

/** Nothing differs between two environments. */
function SameEnvironments() {
  const { setFilter } = useActions()
  const columns = useWorkbench((state) => state.columns.list)
  const total = useWorkbench((state) => state.total)
  const [left, right] = columns
  return (
    <EmptyState
      icon={ListFilter}
      title={`${left?.name} and ${right?.name} are the same: ${total} ${total === 1 ? 'variable' : 'variables'}`}
      action={
        <Button variant="secondary" onClick={() => setFilter('all')}>
          Show all keys
        </Button>
      }
    >
      Choose another environment above to compare with.
    </EmptyState>
  )
}

function EmptyGrid() {
  const { open } = useActions()
  const canWrite = useWorkbench(mayWrite)
  return (
    <EmptyState
      icon={Grid3x3}
      title="No variables in these environments yet"
      action={
        canWrite && (
          <Changing>
            <Button variant="secondary" onClick={() => open({ what: 'add-key' })}>
              Add key
            </Button>
          </Changing>
        )
      }
    >
      Add a key, or import a .env file in the table of an environment.
    </EmptyState>
  )
}

function NoVariables() {
  const { openChange } = useActions()
  const canWrite = useWorkbench(mayWrite)
  const blocked = useWorkbench((state) => state.blocked)
  return (
    <EmptyState
      icon={KeyRound}
      title="No variables in this environment yet"
      action={
        canWrite && (
          <Changing>
            <Button variant="secondary" onClick={() => openChange({ what: 'import', given: { text: '' } })}>
              <FileDown />
              Import a .env file
            </Button>
          </Changing>
        )
      }
    >
      {blocked ??
        (canWrite
          ? 'Paste a .env file anywhere on this page, or drop one here: you review the changes before anything is saved.'
          : 'Collaborators with write permission can add some.')}
    </EmptyState>
  )
}
