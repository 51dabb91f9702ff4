interface Place {
  readonly pathname: string
  readonly search: string
}

/**
 * Some mail gateways encode the # of a link, once or repeatedly, so that its secret arrives as part of the path.
 * @returns the path as it was mailed, or null if it contains no encoded #
 */
export function restoredFragment({ pathname, search }: Place): string | null {
  const encoded = /%(?:25)*23/.exec(pathname)
  if (!encoded) return null
  const fragment = pathname.slice(encoded.index + encoded[0].length)
  return `${pathname.slice(0, encoded.index)}${search}#${fragment}`
}

/**
 * Sends a page's first calls while the app's code still loads. It runs before everything else and imports only types,
 * so the paths of the calls are literals here; a test compares them with the contract.
 */
const onEachPage = [
  '/api/users/status',
  '/api/auth/session',
  '/api/subscription/status',
  '/api/auth/delayed-changes',
]
/** What the dialog that opens the vault shows. */
const vault = '/api/auth/master-password/status'

/** The first calls of a page; none for public pages. */
export function earlyPaths(pathname: string): readonly string[] {
  const project = /^\/project\/([1-9]\d{0,14})$/.exec(pathname)?.[1]
  if (project)
    return [...onEachPage, vault, `/api/env/projects/${project}`, `/api/env/projects/${project}/environments`]
  if (pathname === '/dashboard') return [...onEachPage, vault, '/api/env/projects', '/api/env/invitations']
  if (pathname === '/account') return [...onEachPage, '/api/auth/email']
  if (pathname === '/account/tokens') return [...onEachPage, '/api/personal-tokens']
  if (pathname === '/account/security')
    return [
      ...onEachPage,
      '/api/auth/security',
      '/api/auth/oidc/link',
      '/api/auth/passkeys',
      '/api/auth/sessions',
      '/api/personal-tokens',
      '/api/account/operator-acts',
    ]
  if (pathname === '/subscription') {
    const parts = ['current', 'usage', 'plans', 'invoices']
    return [...onEachPage, ...parts.map((part) => `/api/subscriptions/${part}`)]
  }
  return pathname === '/activity' || pathname === '/cli-auth' ? onEachPage : []
}
