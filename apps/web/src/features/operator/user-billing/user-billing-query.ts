import { readUserBilling } from '@envhold/contract/operator/user-billing.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const userBillingQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['operator', 'user-billing', id],
    queryFn: ({ signal }) => api.call(readUserBilling, { params: { id } }, { signal }),
  })
