import type { Environment } from '@envhold/contract/environments/environments.ts'

/** Sorts environments that are written: the protected ones last. */
export const protectedLast = (a: Pick<Environment, 'protected'>, b: Pick<Environment, 'protected'>): number =>
  Number(a.protected) - Number(b.protected)

/**
 * For a call after a dialog that named the environment and said what it loses: the user is not asked a second time. Of
 * an environment that became protected meanwhile the server still rejects the call, and the user is asked.
 */
export const confirmedIn = ({
  name,
  protected: isProtected,
}: Pick<Environment, 'name' | 'protected'>): { confirmedEnvironment?: string } =>
  isProtected ? { confirmedEnvironment: name } : {}
