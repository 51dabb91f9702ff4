import type { ProjectRole } from '@envhold/contract/projects.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { UserCaller } from '../../http/caller.ts'
import { findProject, type ProjectWithCounts } from './project-store.ts'

/** What a call wants to do with a project: look, change variables, or what only its owner may. */
export type Need = 'read' | 'write' | 'own'

export interface ProjectAccess {
  readonly project: ProjectWithCounts
  readonly role: ProjectRole
}

const sufficient: Record<Need, readonly ProjectRole[]> = {
  read: ['owner', 'write', 'read'],
  write: ['owner', 'write'],
  own: ['owner'],
}

/** Whether a role is enough for a need. */
export const mayDo = (role: ProjectRole, need: Need): boolean => sufficient[need].includes(role)

/**
 * The project, if the caller may do this with it.
 * @throws AppError NOT_FOUND for what is not the caller's, FORBIDDEN for what the caller's role does not cover
 */
export async function requireProject(
  ctx: Pick<Context, 'secrets'>,
  db: Db,
  caller: UserCaller,
  id: number,
  need: Need,
): Promise<ProjectAccess> {
  const project = await findProject(ctx, db, id)
  const role = project && roleOf(project, caller.userId)
  if (!role) throw new AppError('NOT_FOUND', { message: 'Project not found' })
  if (!mayDo(role, need)) throw new AppError('FORBIDDEN')
  return { project, role }
}

/** Only owners have a role in a project. */
const roleOf = ({ owner_id }: ProjectWithCounts, userId: number): ProjectRole | undefined =>
  owner_id === userId ? 'owner' : undefined
