import type { QueryClient } from '@tanstack/react-query'
import { isConfinedStatus } from './is-confined-status.ts'
import { userStatusKey } from './user-status-key.ts'

/** A call was rejected because the account is suspended: a cached status that says otherwise is out of date. */
export function forgetActiveStatus(queries: QueryClient): void {
  const cached = queries.getQueryData<{ readonly userStatus: string }>(userStatusKey)
  if (!isConfinedStatus(cached?.userStatus ?? '')) void queries.resetQueries({ queryKey: userStatusKey })
}
