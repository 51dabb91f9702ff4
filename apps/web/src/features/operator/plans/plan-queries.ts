import { listAllPlans, previewPlanChange } from '@envhold/contract/operator/plans.ts'
import { keepPreviousData } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export const allPlansQuery = (api: Api) => readQuery(api, listAllPlans, {})

interface Limits {
  readonly id: number
  readonly max_projects: number
  readonly max_collaborators: number
}

/** How many accounts use more than lower limits allow. */
export const planImpactQuery = (api: Api, { id, ...query }: Limits) => ({
  ...readQuery(api, previewPlanChange, { params: { id }, query }),
  placeholderData: keepPreviousData,
  gcTime: 0,
})
