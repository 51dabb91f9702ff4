import type { DbContext } from '../../../context.ts'
import { type ProjectRow, projectMac } from '../../projects/project-store.ts'

/** The project that an API key belongs to, which may be archived. */
export async function findProjectOfKey(
  { db, secrets }: DbContext<'secrets'>,
  keyId: string,
): Promise<ProjectRow | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .selectAll('projects')
    .where('api_keys.id', '=', keyId)
    .executeTakeFirst()
  if (row) projectMac.check(secrets, row)
  return row
}
