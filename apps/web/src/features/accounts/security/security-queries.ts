import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'

/** How the account is protected. Invalidate it after each change of a password or factor. */
export const securityQuery = (api: Api) => readQuery(api, readAccountSecurity, {}, ({ security }) => security)

export const useAccountSecurity = () => useQuery(securityQuery(useApi()))
