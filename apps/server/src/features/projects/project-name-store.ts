import type { DbContext } from '../../context.ts'
import { projectMac } from './project-store.ts'

export interface NamedProject {
  readonly id: number
  readonly name: string
}

/**
 * The names of all projects of an owner, including deleted ones that can still be restored: the owner still sees their
 * activity.
 */
export async function namesOfOwned(
  { db, secrets }: DbContext<'secrets'>,
  ownerId: number,
): Promise<NamedProject[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'owner_id', 'name', 'removed_at', 'mac'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute()
  for (const row of rows) projectMac.check(secrets, row)
  return rows.map(({ id, name }) => ({ id, name }))
}
