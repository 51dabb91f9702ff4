import { readEmailChange } from '@envhold/contract/accounts/mailed-links.ts'
import { readProviderLink } from '@envhold/contract/accounts/identity-provider.ts'
import { listPasskeys } from '@envhold/contract/accounts/passkeys.ts'
import { readTotp } from '@envhold/contract/accounts/second-factors.ts'
import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'
import { useApi } from '../../../connection/use-api.ts'

/** The change of the e-mail address that waits for its confirmation; null if there is none. */
export const emailChangeQuery = (api: Connection['api']) =>
  readQuery(api, readEmailChange, {}, ({ pending }) => pending)

/** What operators did to the account. */
export const operatorActionsQuery = (api: Connection['api']) => ({
  ...readQuery(api, listOwnOperatorActs, {}, ({ acts }) => acts),
  staleTime: 60_000,
})

/** The account's link to the identity provider. Invalidate it after each change of a password or factor. */
export const providerLinkQuery = (api: Api) => readQuery(api, readProviderLink, {})

export const useProviderLink = () => useQuery(providerLinkQuery(useApi()))

/** Since when the authenticator app is on, and when it was last used. */
export const totpQuery = (api: Api) => readQuery(api, readTotp, {})

export const passkeysQuery = (api: Api) => readQuery(api, listPasskeys, {}, ({ passkeys }) => passkeys)
