import { listDelayedChanges } from '@envhold/contract/delayed-changes.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Connection } from '../../../connection/connection.ts'

/** The changes of the account that take effect later. */
export const delayedChangesQuery = (api: Connection['api']) =>
  queryOptions({
    queryKey: ['delayed-changes'],
    queryFn: async ({ signal }) => (await api.call(listDelayedChanges, {}, { signal })).changes,
    staleTime: 60_000,
  })
