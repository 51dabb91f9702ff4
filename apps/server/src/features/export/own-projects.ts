import type { DbContext } from '../../context.ts'
import { type ArchivedProject, findArchived, listArchived } from '../archive/archived-project-store.ts'
import { listOwnedProjects, type ProjectRow } from '../projects/project-store.ts'
import { findProjectOfUser } from '../projects/shared-project-store.ts'

/** A project that its owner still has: a live or an archived one, not a deleted one. */
export interface OwnProject extends Pick<ProjectRow, 'id' | 'name' | 'description' | 'created_at'> {
  /** Null while it is live. */
  readonly archived: Pick<ArchivedProject, 'archived_at' | 'expires_at'> | null
}

const live = ({ id, name, description, created_at }: ProjectRow): OwnProject => ({
  id,
  name,
  description,
  created_at,
  archived: null,
})

const archived = (row: ArchivedProject): OwnProject => {
  const { project_id: id, name, description, created_at } = row
  return { id, name, description, created_at, archived: row }
}

/** The projects of an owner, live and archived, the newest first. */
export async function listOwnProjects(ctx: DbContext<'secrets'>, ownerId: number): Promise<OwnProject[]> {
  const projects = [
    ...(await listOwnedProjects(ctx, ownerId)).map(live),
    ...(await listArchived(ctx, ownerId)).map(archived),
  ]
  return projects.sort((left, right) => right.created_at - left.created_at || right.id - left.id)
}

/** One of them. */
export async function findOwnProject(
  ctx: DbContext<'secrets'>,
  ownerId: number,
  id: number,
): Promise<OwnProject | undefined> {
  const found = await findProjectOfUser(ctx, id, ownerId)
  if (found) return found.project.owner_id === ownerId ? live(found.project) : undefined
  const row = await findArchived(ctx, id)
  return row?.owner_id === ownerId ? archived(row) : undefined
}
