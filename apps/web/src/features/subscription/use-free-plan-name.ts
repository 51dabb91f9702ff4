import { freePlan } from '@envhold/contract/billing/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../connection/use-api.ts'
import { plansQuery } from './billing-queries.ts'

/** The display name of the free plan, which operators can change. */
export function useFreePlanName(): string {
  const { data } = useQuery(plansQuery(useApi()))
  return data?.plans.find(({ name }) => name === freePlan)?.display_name ?? 'Free'
}
