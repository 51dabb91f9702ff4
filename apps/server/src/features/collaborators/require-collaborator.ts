import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import {
  listLinksTo,
  listPrincipalsOfUser,
  principalOf,
  type StoredPrincipal,
} from '../keyring/principal-store.ts'
import { listMemberships } from '../projects/membership-store.ts'

export type CollaboratorRow = Awaited<ReturnType<typeof listMemberships>>[number]

/** @throws AppError NOT_FOUND */
export async function requireCollaborator(
  ctx: DbContext<'secrets'>,
  projectId: number,
  userId: number,
): Promise<CollaboratorRow> {
  const collaborator = (await listMemberships(ctx, projectId, userId))[0]
  if (!collaborator) throw new AppError('NOT_FOUND', { message: 'Collaborator not found' })
  return collaborator
}

/**
 * All principals of a collaborator that a project's keys may be sealed to: the user, the user's tokens, and a link with
 * reserved grants.
 */
export async function principalsOfCollaborator(
  ctx: DbContext<'secrets'>,
  { project_id, user_id }: Pick<CollaboratorRow, 'project_id' | 'user_id'>,
): Promise<{ readonly principals: StoredPrincipal[]; readonly links: StoredPrincipal[] }> {
  const own = await listPrincipalsOfUser(ctx, user_id)
  const links = (await listLinksTo(ctx, project_id, user_id)).map(principalOf)
  return { principals: [...own.map(principalOf), ...links], links }
}
