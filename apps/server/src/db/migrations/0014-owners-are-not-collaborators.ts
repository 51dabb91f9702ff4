import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** Owners could accept an invitation to their own project. Ending such a membership revoked the keys of all of it. */
export const ownersAreNotCollaborators = async (db: Db): Promise<void> => {
  await sql`
    delete from memberships where exists (
      select 1 from projects where projects.id = memberships.project_id and projects.owner_id = memberships.user_id
    )`.execute(db)
}
