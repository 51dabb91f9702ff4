/** The parts of the account page. Each has an address of its own. */
export const accountParts = [
  { to: '/account', label: 'Profile', title: 'Account' },
  { to: '/account/security', label: 'Security', title: 'Security' },
  { to: '/account/tokens', label: 'Access Tokens', title: 'Access Tokens' },
  { to: '/account/archived-projects', label: 'Archived Projects', title: 'Archived Projects' },
  { to: '/account/delete', label: 'Delete account', title: 'Delete account' },
] as const

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
