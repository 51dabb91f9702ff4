import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { findGrant, isRevoked } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { KeyNotGivenError } from '../keyring/open-environment-key.ts'
import type { ProjectAccess } from '../projects/project-access.ts'

/** Whether somebody holds an environment's key. */
export async function hasGrant(
  ctx: Pick<Context, 'db' | 'secrets'>,
  environmentId: number,
  { principal }: KeyHolder,
): Promise<boolean> {
  const grant = await findGrant(ctx, environmentId, principal)
  return grant !== undefined && !isRevoked(grant)
}

/**
 * What it means that somebody who may read an environment has no key to it. A member has one from the moment the
 * membership begins, unless it says that the keys follow: one without was ended, and put back into the database.
 * @returns the error itself where it means no more than it says
 */
export function explainMissingGrant(
  { project, role, keysPending }: ProjectAccess,
  { userId, principal }: KeyHolder,
  error: unknown,
): unknown {
  const isPromised = role !== 'owner' && !keysPending && principal.kind === 'user'
  if (!(error instanceof KeyNotGivenError) || !isPromised) return error
  return new TamperedRowError('memberships', `${project.id}/${userId}`)
}
