import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import type { SequenceRange } from './block.ts'

/** Reads at most `limit` packs of a project after an entry, in order. */
export const readPacksAfter = (
  db: Db,
  projectId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
) =>
  tableRows('usage_packs').list(
    { db },
    [{ project_id: projectId }, (is) => is('first_sequence', '>', after)],
    { orderBy: ['first_sequence'], limit },
  )

/** The end of a commit. */
export type CommitEnd = Pick<Row<'usage_packs'>, 'last_sequence' | 'at' | 'link' | 'mac'>

/** Reads the ends of at most `limit` commits of a project after an entry, in order. */
export const readCommitEnds = (
  db: Db,
  projectId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CommitEnd[]> =>
  db
    .selectFrom('usage_packs')
    .select(['last_sequence', 'at', 'link', 'mac'])
    .where('project_id', '=', projectId)
    .where('first_sequence', '>', after)
    .where('mac', 'is not', null)
    .orderBy('first_sequence')
    .limit(limit)
    .execute()

/** Reads what the link of a commit covers of its packs, in order. */
export const readDigests = (db: Db, projectId: number, { after, upTo }: SequenceRange) =>
  db
    .selectFrom('usage_packs')
    .select(['first_sequence', 'last_sequence', 'at', 'digest'])
    .where('project_id', '=', projectId)
    .where('first_sequence', '>', after)
    .where('first_sequence', '<=', upTo)
    .orderBy('first_sequence')
    .execute()

/**
 * Erases the content of a key's usage in a range. The digests stay, so the chain still verifies.
 * @returns how many entries were erased
 */
export async function eraseUsageIn(
  trx: Trx,
  { projectId, apiKeyId }: { readonly projectId: number; readonly apiKeyId: string },
  { after, upTo }: SequenceRange,
): Promise<number> {
  const erased = await trx
    .updateTable('usage_packs')
    .set({ erased: 1, api_key_id: '', entries: '' })
    .where('project_id', '=', projectId)
    .where('first_sequence', '>', after)
    .where('first_sequence', '<=', upTo)
    .where('api_key_id', '=', apiKeyId)
    .returning(['first_sequence', 'last_sequence'])
    .execute()
  return erased.reduce((sum, pack) => sum + pack.last_sequence - pack.first_sequence + 1, 0)
}

/**
 * Deletes the packs of a project up to an entry. On PostgreSQL packs that lie in the partition of a day stay until all
 * of its packs are trimmed, and are deleted with it.
 */
export async function deletePacks({ db, engine }: TrxContext<'engine'>, projectId: number, upTo: number) {
  const table = sql.table(engine === 'postgres' ? 'usage_packs_rest' : 'usage_packs')
  await sql`delete from ${table} where project_id = ${projectId} and first_sequence <= ${upTo}`.execute(db)
}

/** Projects with packs but without a head: the head was removed. */
export async function projectsWithoutHead(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('usage_packs')
    .leftJoin('usage_heads', 'usage_heads.project_id', 'usage_packs.project_id')
    .select('usage_packs.project_id')
    .where('usage_heads.project_id', 'is', null)
    .groupBy('usage_packs.project_id')
    .orderBy('usage_packs.project_id')
    .limit(limit)
    .execute()
  return rows.map(({ project_id }) => project_id)
}
