import type { QueryClient } from '@tanstack/react-query'

/** Apart from its query, so that public pages need not load the contract. */
export const userStatusKey = ['user-status'] as const

/** Whether an account with this status sees one page only: it is suspended, or waits for approval. */
export const isConfinedStatus = (status: string): boolean => status === 'SUSPENDED' || status === 'PENDING'

/** A call was rejected because the account is suspended: a cached status that says otherwise is out of date. */
export function forgetActiveStatus(queries: QueryClient): void {
  const cached = queries.getQueryData<{ readonly userStatus: string }>(userStatusKey)
  if (!isConfinedStatus(cached?.userStatus ?? '')) void queries.resetQueries({ queryKey: userStatusKey })
}
