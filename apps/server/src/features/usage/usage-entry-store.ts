import type { Db } from '../../db/connect.ts'
import type { SequenceRange } from '../audit-log/sequence-range.ts'
import { type RecordedUsage, unpack } from '../audit-log/unpack.ts'

interface EntryRequest {
  readonly apiKeyId: string
  /** Unix time in milliseconds. */
  readonly since: number
}

/**
 * The entries of a project in a range that begins and ends between packs, without erased ones.
 * @param wanted of one key, since a time
 */
export async function readUsage(
  db: Db,
  projectId: number,
  { after, upTo }: SequenceRange,
  wanted?: EntryRequest,
): Promise<RecordedUsage[]> {
  const packs = await db
    .selectFrom('usage_packs')
    .select(['project_id', 'first_sequence', 'at', 'api_key_id', 'entries', 'erased'])
    .where('project_id', '=', projectId)
    .where('first_sequence', '>', after)
    .where('first_sequence', '<=', upTo)
    .where('erased', '=', 0)
    .$if(wanted !== undefined, (query) =>
      query.where('api_key_id', '=', wanted?.apiKeyId ?? '').where('at', '>=', wanted?.since ?? 0),
    )
    .orderBy('first_sequence')
    .execute()
  return packs.flatMap(unpack)
}
