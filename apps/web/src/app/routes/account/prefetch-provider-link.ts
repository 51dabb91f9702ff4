import type { Connection } from '../../../connection/connection.ts'
import { providerLinkQuery } from '../../../features/accounts/security/provider-link-query.ts'
import { waitBriefly } from '../wait-briefly.ts'

/** Most instances have no identity provider, and no row for it: a row that came later would move the page. */
export const prefetchProviderLink = ({ api, queries }: Connection): Promise<unknown> =>
  waitBriefly(queries.prefetchQuery({ ...providerLinkQuery(api), retry: false }))
