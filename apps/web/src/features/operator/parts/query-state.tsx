import { ApiError } from '@envhold/client/api-error.ts'
import { type OperatorCall, operatorCalls } from '@envhold/contract/operator/operator-calls.ts'
import { operatorPermissions } from '@envhold/contract/permissions.ts'
import { SearchX, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Skeleton, SkeletonRows, useLastCount } from '../../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx'

export interface Query<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Options of a query for a form: what is being typed is compared with what was read. */
export const whileTyping = {
  retry: 1,
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const

type Queries = Readonly<Record<string, Query<unknown>>>
type DataOf<Q extends Queries> = { readonly [Name in keyof Q]: NonNullable<Q[Name]['data']> }

/** Several queries as one, which has data once all of them have. */
export function allOf<Q extends Queries>(queries: Q): Query<DataOf<Q>> {
  const list = Object.values(queries)
  const data = Object.entries(queries).map(([name, query]) => [name, query.data] as const)
  return {
    data: data.some(([, found]) => found === undefined) ? undefined : (Object.fromEntries(data) as DataOf<Q>),
    error: list.find(({ error }) => error)?.error ?? null,
    isFetching: list.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(list.map(({ refetch }) => refetch())),
  }
}

interface Props<T> {
  readonly query: Query<T>
  /** What the query calls: its permission is named if it is missing. */
  readonly call: OperatorCall
  /** What it says if nothing could be loaded: 'Failed to load API keys'. */
  readonly failure: string
  /** What it says below, if the server says nothing better: 'Failed to fetch API keys'. */
  readonly message?: string
  /** How many rows its table has. Without it, the shape of what loads is a few rows. */
  readonly rows?: (data: T) => number
  /** Another shape of what loads. */
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}

/**
 * What a query has: its data, the shape of what loads, or why there is none. If fetching again fails, the data stays,
 * and the failure shows above it.
 */
export function QueryState<T>({ query, call, failure, message, rows, skeleton, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query
  const last = useLastCount(call, data === undefined ? undefined : rows?.(data), usualRows)
  if (error instanceof ApiError && error.code === 'FORBIDDEN')
    return (
      <EmptyState icon={ShieldX} title="You do not have permission to see this">
        {missingPermission(call)}
      </EmptyState>
    )
  if (data === undefined && error instanceof ApiError && error.code === 'NOT_FOUND')
    return (
      <EmptyState icon={SearchX} title="This does not exist">
        It may have been deleted. Check the address of this page.
      </EmptyState>
    )
  const failed = error && (
    <ErrorState title={failure} onRetry={refetch} retryText="Retry" busy={isFetching}>
      {errorText(error, message ? { fallback: message } : undefined)}
    </ErrorState>
  )
  if (data === undefined) return failed ?? skeleton ?? <LoadingRows rows={last} />
  return (
    <>
      {failed && <div className="mb-4">{failed}</div>}
      {children(data)}
    </>
  )
}

const usualRows = 8

const LoadingRows = ({ rows }: { rows: number }) => (
  <div role="status" aria-label="Loading">
    <SkeletonRows
      rows={rows}
      row="flex h-10 items-center gap-6 border-b px-3 last:border-b-0"
      className="rounded-lg border bg-surface"
    >
      <Skeleton className="h-3 w-1/3" />
      <Skeleton className="h-3 w-20" />
      <Skeleton className="h-3 w-24" />
    </SkeletonRows>
  </div>
)

/** Which permission a call needs, in words. */
function missingPermission(call: OperatorCall): string {
  const { permission } = operatorCalls[call]
  return `Your role lacks the permission ${permission} (${operatorPermissions[permission]}). Ask an operator who may change roles.`
}
