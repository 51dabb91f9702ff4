import { listRevocations } from '@envhold/contract/operator/revocations.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { useMayCall } from '../use-operator.ts'

/** A page of what a restore brought back, for those who may read it. */
export function useRevocations(page: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['operator', 'revocations', page],
    queryFn: ({ signal }) => api.call(listRevocations, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: useMayCall('listRevocations'),
  })
}
