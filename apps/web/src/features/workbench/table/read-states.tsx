import { ListFilter } from 'lucide-react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SlowUnlockNote } from '../../keyring/slow-unlock-note.tsx'
import { NothingFound, NoVariables, TableSkeleton } from '../parts/variables-states.tsx'
import type { KeyFilter } from './arrange-keys.ts'

/** The state of the query for an environment's variables. */
export interface VariablesReading {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly isSuccess: boolean
  readonly data: unknown
  readonly error: unknown
  readonly refetch: () => unknown
}

interface Props {
  read: VariablesReading
  /** The count from the list of environments. */
  expected: number
  total: number
  shown: number
  search: string
  only: KeyFilter | undefined
  canWrite: boolean
  onImport: () => void
  onClearSearch: () => void
  onClearFilter: () => void
}

/** Shown instead of the table: loading, failed, empty, or no search results. */
export function ReadStates(props: Props) {
  const { read, expected } = props
  if (read.isPending)
    return (
      <>
        <div className="px-(--gutter)">
          <SlowUnlockNote busy />
        </div>
        <TableSkeleton rows={Math.min(12, expected)} />
      </>
    )
  const state = whyEmpty(props)
  return state && <div className="px-(--gutter) py-4">{state}</div>
}

function whyEmpty({ read, total, shown, search, only, canWrite, ...on }: Props) {
  if (read.error && !read.data)
    return (
      <ErrorState title="The variables did not load" onRetry={() => read.refetch()} busy={read.isFetching}>
        {errorText(read.error)} Your stored data is safe.
      </ErrorState>
    )
  if (read.isSuccess && total === 0) return <NoVariables canWrite={canWrite} onImport={on.onImport} />
  if (total > 0 && shown === 0 && only && search === '')
    return <NothingFiltered only={only} onClear={on.onClearFilter} />
  if (total > 0 && shown === 0) return <NothingFound search={search} onClear={on.onClearSearch} />
  return null
}

const titles: Readonly<Record<KeyFilter, string>> = {
  'to-check': 'Nothing to check',
  missing: 'No key is missing in another environment',
  changed: 'No key was changed this week',
}

/** Shown instead of the table, if no key passes the filter. */
function NothingFiltered({ only, onClear }: { only: KeyFilter; onClear: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title={titles[only]}
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all keys
        </Button>
      }
    />
  )
}
