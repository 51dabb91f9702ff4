/** The parts of the account page. Each has an address of its own. */
export const accountParts = [
  { to: '/account', label: 'Profile' },
  { to: '/account/security', label: 'Security' },
  { to: '/account/tokens', label: 'Access Tokens' },
  { to: '/account/archived-projects', label: 'Archived Projects' },
  { to: '/account/delete', label: 'Delete account' },
] as const
