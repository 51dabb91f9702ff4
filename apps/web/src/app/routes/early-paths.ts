/**
 * Asks for what a page shows first while the app's code is still on its way. It runs before everything else and
 * imports nothing that runs, so the paths of the calls stand here as text; a test compares them with the contract.
 */
const onEachPage = ['/api/auth/session', '/api/auth/master-password/status']

/** What a page asks for as soon as it runs. Empty for pages that need nobody signed in. */
export function earlyPaths(pathname: string): readonly string[] {
  const project = /^\/project\/([1-9]\d{0,14})$/.exec(pathname)?.[1]
  if (project)
    return [...onEachPage, `/api/env/projects/${project}`, `/api/env/projects/${project}/environments`]
  if (pathname === '/dashboard')
    return [...onEachPage, '/api/env/projects', '/api/subscription/status', '/api/env/invitations']
  if (pathname === '/account') return [...onEachPage, '/api/auth/sessions', '/api/personal-tokens']
  return pathname === '/activity' || pathname === '/cli-auth' ? onEachPage : []
}
