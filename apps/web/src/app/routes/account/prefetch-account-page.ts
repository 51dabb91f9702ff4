import type { Connection } from '../../../connection/connection.ts'
import { securityQuery } from '../../../features/accounts/security/security-queries.ts'
import {
  emailChangeQuery,
  operatorActionsQuery,
  passkeysQuery,
  providerLinkQuery,
} from '../../../features/accounts/security/sign-in-queries.ts'
import { waitBriefly } from '../prefetch.ts'

/** Fetches what decides which notices and rows a part has: one that came later would move the page. */
export const prefetchProfile = ({ api, queries }: Connection) =>
  waitBriefly(queries.prefetchQuery(emailChangeQuery(api)))

export const prefetchSecurity = ({ api, queries }: Connection) =>
  waitBriefly(
    Promise.all([
      queries.prefetchQuery(securityQuery(api)),
      queries.prefetchQuery(passkeysQuery(api)),
      queries.prefetchQuery({ ...operatorActionsQuery(api), retry: false }),
      queries.prefetchQuery({ ...providerLinkQuery(api), retry: false }),
    ]),
  )

const inSecurity = [
  ...['security', 'vault', 'signing-in', 'sessions', 'operator-acts', 'recent-events', 'thief'],
  ...['change-master-password', 'master-password', 'recovery-key', 'auto-lock', 'empty-vault'],
  ...['password', 'passkeys', 'authenticator-app', 'provider'],
]

/** The part that an anchor of the former single page is in now; undefined for those that stayed at `/account`. */
export function partOfAnchor(anchor: string): '/account/security' | '/account/tokens' | undefined {
  if (anchor === 'tokens') return '/account/tokens'
  return inSecurity.includes(anchor) ? '/account/security' : undefined
}
