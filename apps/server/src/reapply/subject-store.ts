import type { RevocationKind } from '@envhold/contract/operator/revocations.ts'
import type { DbContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { RevocationRow } from '../features/audit-log/revocation.ts'
import { type ProjectRow, projectMac } from '../features/projects/project-store.ts'

/** A project in any state. @throws TamperedRowError */
export async function findProjectRow(
  { db, secrets }: DbContext<'secrets'>,
  id: number,
): Promise<ProjectRow | undefined> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) projectMac.check(secrets, row)
  return row
}

/** Takes everything that the same person, or the owner of the same project, is told about. */
export const claimNotified = (
  db: Db,
  about: Pick<RevocationRow, 'user_id' | 'project_id'>,
  kinds: readonly RevocationKind[],
): Promise<RevocationRow[]> =>
  db
    .updateTable('revocations')
    .set({ state: 'told' })
    .where('state', '=', 'pending')
    .where('kind', 'in', kinds)
    .where('user_id', about.user_id === null ? 'is' : '=', about.user_id)
    .where('project_id', about.project_id === null ? 'is' : '=', about.project_id)
    .returningAll()
    .execute()
