import { listSignInProviders } from '@envhold/contract/accounts/identity-provider.ts'
import { useQuery } from '@tanstack/react-query'
import { readQuery } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'

function useSignInOptions() {
  const api = useApi()
  const { data } = useQuery({
    ...readQuery(api, listSignInProviders, {}),
    staleTime: 300_000,
  })
  return data
}

/** The identity provider of this instance; null if it has none, undefined while that is unknown. */
export function useIdentityProvider() {
  const options = useSignInOptions()
  return options && (options.providers[0] ?? null)
}

/** Who may create an account; undefined while that is unknown: then the server says it. */
export const useSignUpMode = () => useSignInOptions()?.sign_ups
