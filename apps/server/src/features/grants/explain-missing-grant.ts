import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { findGrant, isRevoked } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { KeyNotGivenError } from '../keyring/open-environment-key.ts'
import type { ProjectAccess } from '../projects/project-access.ts'

/** Whether a principal holds an environment's key. */
export async function hasGrant(
  ctx: Pick<Context, 'db' | 'secrets'>,
  environmentId: number,
  { principal }: KeyHolder,
): Promise<boolean> {
  const grant = await findGrant(ctx, environmentId, principal)
  return grant !== undefined && !isRevoked(grant)
}

/**
 * Explains why a user with access to an environment has no key to it. A collaborator has one from the start of the
 * membership, unless it says that grants are pending: one without was ended, and put back into the database.
 * @returns the error itself if it has no further meaning
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
