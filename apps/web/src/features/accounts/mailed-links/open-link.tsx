import type { UseQueryResult } from '@tanstack/react-query'
import { CircleCheck, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { accountErrors } from '../account-errors.ts'
import { isInvalidLink } from '../verify-email/use-verification-link.ts'
import { VerifyOutcome } from '../verify-email/verify-outcome.tsx'

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

/** The options of a query that opens a mailed link. The secret is in no query key, and nothing stays in the cache. */
export const openLinkOptions = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

export const DoneOutcome = (props: { title: string; children: ReactNode; action: ReactNode }) => (
  <VerifyOutcome icon={CircleCheck} tone="good" {...props} />
)

/** The page was opened without a link, or with one that is no longer valid. */
export const InvalidOutcome = ({
  isInvalid,
  why,
  action,
}: {
  isInvalid: boolean
  /** Why a link may have ended. */
  why: string
  action: ReactNode
}) => (
  <VerifyOutcome
    icon={MailWarning}
    tone="warn"
    title={isInvalid ? 'This link is no longer valid' : 'Open the link again'}
    action={action}
  >
    {isInvalid ? why : 'This page needs the link from the mail, and reloading it discards the link.'}
  </VerifyOutcome>
)
