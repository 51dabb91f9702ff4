import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'

/** Apart from the queries of who is signed in: the landing page reads it, too. */
export const plansQuery = (api: Api) => readQuery(api, listPlans, {})
