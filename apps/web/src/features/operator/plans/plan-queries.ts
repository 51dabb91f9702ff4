import { listAllPlans, previewPlanChange } from '@envhold/contract/operator/plans.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const plansKey = ['operator', 'plans'] as const

export const allPlansQuery = (api: Api) =>
  queryOptions({
    queryKey: plansKey,
    queryFn: ({ signal }) => api.call(listAllPlans, {}, { signal }),
  })

interface Limits {
  readonly id: number
  readonly max_projects: number
  readonly max_collaborators: number
}

/** How many accounts use more than lower limits allow. */
export const planImpactQuery = (api: Api, { id, ...query }: Limits) =>
  queryOptions({
    queryKey: ['operator', 'plan-impact', id, query],
    queryFn: ({ signal }) => api.call(previewPlanChange, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
