import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Connection } from '../../../connection/connection.ts'

/** What operators did to the account. */
export const operatorActsQuery = (api: Connection['api']) =>
  queryOptions({
    queryKey: ['operator-acts'],
    queryFn: async ({ signal }) => (await api.call(listOwnOperatorActs, {}, { signal })).acts,
    staleTime: 60_000,
  })
