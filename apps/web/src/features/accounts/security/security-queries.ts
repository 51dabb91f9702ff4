import { listDelayedChanges, readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { readProviderLink } from '@envhold/contract/accounts/identity-provider.ts'
import { listPasskeys } from '@envhold/contract/accounts/passkeys.ts'
import { readTotp } from '@envhold/contract/accounts/second-factors.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery, refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'

/** How the account is protected. */
export const securityQuery = (api: Api) => readQuery(api, readAccountSecurity, {}, ({ security }) => security)

export const useAccountSecurity = () => useQuery(securityQuery(useApi()))

/** Reads the Security page again, with its events: call it after each change of a password, a factor or a session. */
export const refetchSecurity = (queries: QueryClient) =>
  refetchReads(
    queries,
    readAccountSecurity,
    readProviderLink,
    readTotp,
    listPasskeys,
    listDelayedChanges,
    listSessions,
    listActivityLogs,
  )
