import { readAccountSecurity } from '@envhold/contract/account-security.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { useApi } from '../../../connection/use-api.ts'

/** How the account is protected. Invalidate it after each change of a password or factor. */
export const securityQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account-security'],
    queryFn: async ({ signal }) => (await api.call(readAccountSecurity, {}, { signal })).security,
  })

export const useAccountSecurity = () => useQuery(securityQuery(useApi()))
