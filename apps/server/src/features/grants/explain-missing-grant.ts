import { TamperedRowError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { findGrant, isRevoked } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { MissingGrantError } from '../keyring/open-environment-key.ts'
import type { ProjectAccess } from '../projects/project-access.ts'

/** Whether a principal holds an environment's key. */
export async function hasGrant(ctx: DbContext<'secrets'>, environmentId: number, { principal }: KeyHolder) {
  const grant = await findGrant(ctx, environmentId, principal)
  return grant !== undefined && !isRevoked(grant)
}

/**
 * Explains why a caller with read access has no grant. A collaborator is granted the keys when the membership begins,
 * unless `keys_pending` is set. One without a grant was removed, and their row was restored by a writer of the
 * database.
 * @returns the original error when there is no sign of tampering
 */
export function explainMissingGrant(
  { project, role, keysPending }: ProjectAccess,
  { userId, principal }: KeyHolder,
  error: unknown,
): unknown {
  const mustHaveGrant = role !== 'owner' && !keysPending && principal.kind === 'user'
  if (!(error instanceof MissingGrantError) || !mustHaveGrant) return error
  return new TamperedRowError('memberships', `${project.id}/${userId}`)
}
