/** The parts of the account page. Each has an address of its own. */
export const accountParts = [
  { to: '/account', label: 'Profile', title: 'Account' },
  { to: '/account/security', label: 'Security', title: 'Security' },
  { to: '/account/tokens', label: 'Access Tokens', title: 'Access Tokens' },
  { to: '/account/archived-projects', label: 'Archived Projects', title: 'Archived Projects' },
  { to: '/account/delete', label: 'Delete account', title: 'Delete account' },
] as const
