import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/**
 * Numbers that change with the calls of an account's projects: how many projects have calls, the sum of their last
 * sequence numbers, and how often entries were erased. The last two never decrease while the projects are the same.
 */
export async function readUsageMoment(db: Db, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ chains: number; sequences: number; generations: number }>`
    select count(*) as chains, coalesce(sum(heads.sequence), 0) as sequences,
      coalesce(sum(marks.generation), 0) as generations
    from projects
    join usage_heads as heads on heads.project_id = projects.id
    left join usage_marks as marks on marks.project_id = projects.id
    where projects.owner_id = ${ownerId}`.execute(db)
  const [moment] = rows
  return moment ? [moment.chains, moment.sequences, moment.generations].map(Number) : []
}
