import { listPlans } from '@envhold/contract/plan-offers.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'

/** Apart from the queries of who is signed in: the landing page reads it, too. */
export const plansQuery = (api: Api) =>
  queryOptions({
    queryKey: ['billing', 'plans'],
    queryFn: ({ signal }) => api.call(listPlans, {}, { signal }),
  })
