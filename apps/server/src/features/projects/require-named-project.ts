import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type ProjectAccess, requireProject } from './project-access.ts'
import { findProjectsNamed, listProjectNames, type ProjectNames } from './project-store.ts'

const maxShown = 10
const idText = /^[1-9]\d{0,14}$/

/**
 * Finds the project that a caller names: by its name, by `owner/name`, or by its id. An exact spelling wins over
 * another case, and a name wins over an id.
 * @throws AppError NOT_FOUND for a project that the caller cannot access, CONFLICT when several projects have the name
 */
export async function requireNamedProject(
  ctx: DbContext<'secrets' | 'clock'>,
  caller: UserCaller,
  named: string,
): Promise<ProjectAccess> {
  for (const candidates of await candidatesOf(ctx.db, caller.userId, named)) {
    const projects = await accessible(ctx, caller, candidates)
    if (projects.length > 1) throw ambiguous(caller, projects)
    if (projects[0]) return projects[0]
  }
  const id = idText.test(named) ? Number(named) : 0
  return await requireProject(ctx, caller, id, 'read')
}

/** Groups of projects that the name may mean, the best match first. Most calls need only the first query. */
async function candidatesOf(db: Db, userId: number, named: string): Promise<ProjectNames[][]> {
  const exact = await findProjectsNamed(db, userId, named)
  if (exact.length > 0) return [exact]
  const all = await listProjectNames(db, userId)
  const lower = named.toLowerCase()
  const full = ({ owner_username, name }: ProjectNames) => `${owner_username}/${name}`
  return [
    all.filter(({ name }) => name.toLowerCase() === lower),
    all.filter((project) => full(project) === named),
    all.filter((project) => full(project).toLowerCase() === lower),
  ]
}

/** Names are under no MAC and may belong to a membership that ended, so every candidate gets an access check. */
async function accessible(
  ctx: DbContext<'secrets' | 'clock'>,
  caller: UserCaller,
  candidates: readonly ProjectNames[],
): Promise<ProjectAccess[]> {
  const projects: ProjectAccess[] = []
  for (const { id } of candidates.slice(0, maxShown)) {
    const access = await requireProject(ctx, caller, id, 'read').catch((error) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null
      throw error
    })
    if (access) projects.push(access)
  }
  return projects
}

/** Does not reveal owners to a token that may not list projects. */
function ambiguous(caller: UserCaller, projects: readonly ProjectAccess[]): AppError {
  const maySee = caller.kind === 'session' || caller.permissions.includes('read_projects')
  const details = projects.map(({ project: { id, name, owner_username } }) => ({
    path: 'project',
    message: `${owner_username}/${name} has the id ${id}`,
  }))
  return new AppError('CONFLICT', {
    message: 'Several projects have this name. Use owner/name or the id.',
    ...(maySee && { details }),
  })
}
