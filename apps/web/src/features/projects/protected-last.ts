import type { Environment } from '@envhold/contract/environments/environments.ts'

/** Sorts environments: the protected ones last. */
export const protectedLast = (a: Pick<Environment, 'protected'>, b: Pick<Environment, 'protected'>): number =>
  Number(a.protected) - Number(b.protected)
