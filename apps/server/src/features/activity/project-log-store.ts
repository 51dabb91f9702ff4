import type { Db } from '../../db/connect.ts'
import type { SequenceRange } from '../audit-log/block.ts'

/** The instance and its newest root, for the first line of a log. */
export async function readLogSource(db: Db) {
  const id = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', 'instance-id')
    .executeTakeFirst()
  const root = await db
    .selectFrom('audit_roots')
    .select(['number', 'at', 'mac'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { instanceId: id?.value ?? '', root: root ?? null }
}

/** The first `limit` packs of a project that begin in a range, in order. */
export const readPacks = (db: Db, projectId: number, { after, upTo }: SequenceRange, limit: number) =>
  db
    .selectFrom('usage_packs')
    .select(['first_sequence', 'last_sequence', 'at', 'api_key_id', 'entries', 'erased'])
    .select(['digest', 'link', 'mac'])
    .where('project_id', '=', projectId)
    .where('first_sequence', '>', after)
    .where('first_sequence', '<=', upTo)
    .orderBy('first_sequence')
    .limit(limit)
    .execute()

/** The end of a chain of activity. */
export const readActivityEnd = (db: Db, chain: string) =>
  db
    .selectFrom('activity_heads')
    .select(['sequence', 'link', 'mac'])
    .where('chain', '=', chain)
    .executeTakeFirst()

/** The first `limit` entries of a chain of activity with these positions, in order. */
export const readEntries = (db: Db, chain: string, { after, upTo }: SequenceRange, limit: number) =>
  db
    .selectFrom('activity')
    .select(['position', 'sequence', 'at', 'event_type', 'category', 'severity', 'description'])
    .select(['user_id', 'token_id', 'project_id', 'environment_id', 'ip', 'request_id'])
    .select(['digest', 'erasure_mac', 'link', 'mac'])
    .where('chain', '=', chain)
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(limit)
    .execute()
