import { ApiError } from '@envhold/client/api-error.ts'
import { openVerification } from '@envhold/contract/accounts/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CircleCheck, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { ErrorTexts } from '../../../connection/api/error-text.ts'
import { QueryView } from '../../../connection/query-view.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { LoadingText } from '../../../ui/feedback/loading.tsx'
import { RoundIcon } from '../../../ui/feedback/states.tsx'

export type LinkedAccount = OutputOf<typeof openVerification>

/** The link is unknown, used, replaced or expired. */
export const isInvalidLink = (error: unknown) =>
  error instanceof ApiError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code)

/**
 * The account that a mailed link belongs to. It stays cached across signing in and out, which clear everything else. The
 * secret is in no query key, but each link has its own: a second one may be opened in the same tab.
 */
export function useVerificationLink(token: string) {
  const api = useApi()
  const { data, ...query } = useQuery({
    queryKey: ['verification-link', useId()],
    queryFn: ({ signal }) => api.call(openVerification, { body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [lastLinked, setLastLinked] = useState<LinkedAccount>()
  if (data && data !== lastLinked) setLastLinked(data)
  return { ...query, data: data ?? lastLinked }
}

const tones = { good: 'bg-good-soft text-good', warn: 'bg-warn-soft text-warn' } as const

interface Props {
  icon: LucideIcon
  tone: keyof typeof tones
  title: string
  children: ReactNode
  action: ReactNode
}

export const VerifyOutcome = ({ icon, tone, title, children, action }: Props) => (
  <>
    <RoundIcon icon={icon} className={tones[tone]} />
    <h1 className="text-title font-semibold text-balance">{title}</h1>
    <p className="max-w-sm text-balance text-ink-2">{children}</p>
    {action}
  </>
)

export const DoneOutcome = (props: Omit<Props, 'icon' | 'tone'>) => (
  <VerifyOutcome icon={CircleCheck} tone="good" {...props} />
)

interface OpenLinkProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>
  title: string
  errors: ErrorTexts
  invalid: ReactNode
  children: (linked: T) => ReactNode
}

/** What every page of a mailed link shows before the link is known: waiting, invalid, or no connection. */
export function OpenLink<T>({ query, title, errors, invalid, children }: OpenLinkProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (isInvalidLink(query.error)) return invalid
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <QueryView query={query} errors={errors} loading={<LoadingText>Checking the link…</LoadingText>}>
        {children}
      </QueryView>
    </>
  )
}
