import { listSignInProviders } from '@envhold/contract/sign-in-provider.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'

/** The identity provider of this instance; null if it has none, undefined while that is unknown. */
export function useSignInProvider() {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['sign-in-provider'],
    queryFn: async ({ signal }) => (await api.call(listSignInProviders, {}, { signal })).providers[0] ?? null,
    staleTime: 300_000,
  })
  return data
}
