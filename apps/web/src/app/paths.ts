/** Every address of the web app. */
export const paths = {
  landing: () => '/' as const,
  login: () => '/login' as const,
  docs: () => '/docs' as const,
  invite: () => '/invite' as const,
  verifyEmail: () => '/verify-email' as const,
  dashboard: () => '/dashboard' as const,
  project: (id: number) => `/project/${id}` as const,
  account: () => '/account' as const,
  deleteAccount: () => '/account/delete' as const,
  archivedProjects: () => '/account/archived-projects' as const,
  subscription: () => '/subscription' as const,
  activity: () => '/activity' as const,
  cliAuth: () => '/cli-auth' as const,
  suspended: () => '/suspended' as const,
}

/** The path to open after signing in, if it is one of this app's; rejects other origins. */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || next.length > 500) return undefined
  if (!/^\/(?![/\\])/.test(next) || /[\\\s]/.test(next)) return undefined
  return /^\/(login)?([?#]|$)/.test(next) ? undefined : next
}
