import type { ReactNode } from 'react'
import { ErrorState } from '../ui/feedback/states.tsx'
import { type ErrorTexts, errorText } from './api/error-text.ts'

interface Props<T> {
  readonly query: {
    readonly data: T | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly errors?: ErrorTexts
  /** What is safe although it did not load. */
  readonly safe?: ReactNode
  /** Of the failure. */
  readonly className?: string
  /** The shape of what loads. */
  readonly loading: ReactNode
  readonly children: (data: T) => ReactNode
}

/** What a query has read, the shape of what loads, or why there is nothing, with a button that tries again. */
export function QueryView<T>({ query, errors, safe, className, loading, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return loading
  return (
    <ErrorState
      className={className}
      title={errorText(query.error, errors)}
      onRetry={query.refetch}
      busy={query.isFetching}
    >
      {safe}
    </ErrorState>
  )
}
