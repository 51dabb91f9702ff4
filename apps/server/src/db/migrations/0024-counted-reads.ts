import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

const blockLength = 2_048
const atOnce = 16

const listOf = (events: readonly string[]) => sql.join(events.map((type) => sql.lit(type)))
const aboutApiKeys = listOf([
  'api_key_created',
  'api_key_updated',
  'api_key_deleted',
  'api_key_deactivated',
  'api_key_viewed',
  'api_key_used',
  'rate_limit_exceeded',
  'unauthorized_access',
])
const reads = listOf([
  'vault_unlocked',
  'variables_read',
  'api_key_viewed',
  'api_key_used',
  'activity_exported',
  'environment_exported',
  'diagnostics_read',
])

const projectId = sql.raw('coalesce(project_id, 0)')
const userId = sql.raw('coalesce(user_id, 0)')
const environmentId = sql.raw('coalesce(environment_id, 0)')
const block = sql`(sequence - 1) / ${sql.lit(blockLength)}`
const category = sql`case when event_type in (${aboutApiKeys}) then 'api_keys' else category end
  || case when event_type in (${reads}) then '/reads' else '' end`

/**
 * Blocks of activity that are counted are counted again, with entries about reading apart: a list of changes leaves
 * them out. Blocks that are not counted yet are left to the running server, as always.
 */
export async function countedReads(db: Kysely<Tables>): Promise<void> {
  const mark = await db
    .selectFrom('tally_marks')
    .innerJoin('chain_heads', 'chain_heads.chain', 'tally_marks.chain')
    .select(['blocks', 'sequence'])
    .where('tally_marks.chain', '=', 'activity')
    .executeTakeFirstOrThrow()
  const counted = Math.min(mark.blocks, Math.floor(mark.sequence / blockLength))
  await db.deleteFrom('activity_tallies').execute()
  for (let first = 0; first < counted; first += atOnce) {
    const end = Math.min(counted, first + atOnce)
    await sql`
      insert into activity_tallies
        (project_id, block, user_id, environment_id, category, entries, first_at, last_at)
      select ${projectId}, ${block}, ${userId}, ${environmentId}, ${category}, count(*), min(at), max(at)
      from activity
      where sequence > ${first * blockLength} and sequence <= ${end * blockLength}
      group by ${projectId}, ${block}, ${userId}, ${environmentId}, ${category}`.execute(db)
  }
}
