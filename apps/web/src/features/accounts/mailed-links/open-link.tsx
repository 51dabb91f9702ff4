import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { accountErrors } from '../account-errors.ts'
import { isInvalidLink } from '../verify-email/use-verification-link.ts'

/** What every page of a mailed link shows before the link is known: waiting, invalid, or no connection. */
export function OpenLink<T>({
  query: { data, error, isFetching, refetch },
  title,
  invalid,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>
  title: string
  invalid: ReactNode
  children: (linked: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (isInvalidLink(error)) return invalid
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {error ? (
        <ErrorState
          title={errorText(error, accountErrors.mailedLink)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner size="sm" className="text-accent" />
          Checking the link…
        </p>
      )}
    </>
  )
}
