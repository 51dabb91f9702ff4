import type { Connection } from '../../../connection/connection.ts'
import { passkeysQuery } from '../../../features/accounts/passkeys/passkey-queries.ts'
import { emailChangeQuery } from '../../../features/accounts/security/email-change-query.ts'
import { operatorActsQuery } from '../../../features/accounts/security/operator-acts-query.ts'
import { providerLinkQuery } from '../../../features/accounts/security/provider-link-query.ts'
import { securityQuery } from '../../../features/accounts/security/security-query.ts'
import { waitBriefly } from '../wait-briefly.ts'

/** Fetches what decides which notices and rows the page has: one that came later would move the page. */
export const prefetchAccountPage = ({ api, queries }: Connection): Promise<unknown> =>
  waitBriefly(
    Promise.all([
      queries.prefetchQuery(securityQuery(api)),
      queries.prefetchQuery(emailChangeQuery(api)),
      queries.prefetchQuery(passkeysQuery(api)),
      queries.prefetchQuery({ ...operatorActsQuery(api), retry: false }),
      queries.prefetchQuery({ ...providerLinkQuery(api), retry: false }),
    ]),
  )
