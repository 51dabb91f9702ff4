import { readProviderLink } from '@envhold/contract/sign-in-provider.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { useApi } from '../../../connection/use-api.ts'

/** The account's link to the identity provider. Invalidate it after each change of a password or factor. */
export const providerLinkQuery = (api: Api) =>
  queryOptions({
    queryKey: ['provider-link'],
    queryFn: ({ signal }) => api.call(readProviderLink, {}, { signal }),
  })

export const useProviderLink = () => useQuery(providerLinkQuery(useApi()))
