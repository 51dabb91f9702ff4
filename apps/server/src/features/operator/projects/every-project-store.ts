import type { projectStates } from '@envhold/contract/operator/projects.ts'
import { sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { containsInAnyCase, likePattern } from '../../../db/like-pattern.ts'
import { projectMac } from '../../projects/project-store.ts'
import { environmentBytesByProject } from '../../projects/storage-store.ts'
import { canonical } from '../../users/canonical.ts'

export type ProjectState = (typeof projectStates)[number]

export interface ProjectFilter {
  readonly state: ProjectState | undefined
  /** A part of the name of the project or its owner. */
  readonly search: string
}

const matching = (db: Db, { state, search }: ProjectFilter) => {
  const pattern = likePattern(canonical(search))
  return db
    .selectFrom('projects')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .leftJoin('archived_projects', 'archived_projects.project_id', 'projects.id')
    .$if(state === 'live', (query) => query.where('projects.removed_at', 'is', null))
    .$if(state === 'archived', (query) => query.where('archived_projects.project_id', 'is not', null))
    .$if(state === 'deleted', (query) =>
      query.where('projects.removed_at', 'is not', null).where('archived_projects.project_id', 'is', null),
    )
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`(${containsInAnyCase('projects.name', search)} or users.username_canonical like ${pattern} escape '\\')`,
      ),
    )
}

export const countEveryProject = ({ db }: DbContext, filter: ProjectFilter): Promise<number> =>
  countAll(matching(db, filter))

/** Projects with their owners, the newest first. @throws TamperedRowError */
export async function listProjectRows(
  ctx: DbContext<'secrets'>,
  filter: ProjectFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const rows = await matching(ctx.db, filter)
    .selectAll('projects')
    .select(['users.username as owner_username', 'archived_projects.expires_at'])
    .orderBy('projects.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  for (const row of rows) projectMac.check(ctx.secrets, row)
  return rows
}

const countsOf = async (db: Db, table: 'memberships' | 'api_keys', ids: readonly number[]) => {
  const rows = await db
    .selectFrom(table)
    .select(['project_id as id', ({ fn }) => fn.countAll<number>().as('n')])
    .where('project_id', 'in', ids)
    .groupBy('project_id')
    .execute()
  return new Map(rows.map(({ id, n }) => [id, Number(n)]))
}

/** What these projects hold, and when something last happened in them. */
export async function readProjectUse(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return () => ({ stored_bytes: 0, collaborators: 0, api_keys: 0, lastAt: null })
  const collaborators = await countsOf(db, 'memberships', ids)
  const keys = await countsOf(db, 'api_keys', ids)
  const stored = await environmentBytesByProject(db).where('projects.id', 'in', ids).execute()
  const bytes = new Map(stored.map(({ id, bytes }) => [id, Number(bytes)]))
  const last = new Map<number, number>()
  for (const id of ids) {
    // The index has the newest entry of a project at its end.
    const row = await db
      .selectFrom('activity')
      .select('at')
      .where('project_id', '=', id)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row) last.set(id, row.at)
  }
  return (id: number) => ({
    stored_bytes: bytes.get(id) ?? 0,
    collaborators: collaborators.get(id) ?? 0,
    api_keys: keys.get(id) ?? 0,
    lastAt: last.get(id) ?? null,
  })
}
