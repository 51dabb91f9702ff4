import { readEmailChange } from '@envhold/contract/email-change.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Connection } from '../../../connection/connection.ts'

/** The change of the e-mail address that waits for its confirmation; null if there is none. */
export const emailChangeQuery = (api: Connection['api']) =>
  queryOptions({
    queryKey: ['email-change'],
    queryFn: async ({ signal }) => (await api.call(readEmailChange, {}, { signal })).pending,
  })
