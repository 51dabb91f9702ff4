import { listDelayedChanges } from '@envhold/contract/accounts/account-security.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'

/** The changes of the account that take effect later. */
export const delayedChangesQuery = (api: Connection['api']) => ({
  ...readQuery(api, listDelayedChanges, {}, ({ changes }) => changes),
  staleTime: 60_000,
})
