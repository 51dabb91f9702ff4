import { sameBytes } from '@envhold/integrity/bytes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import { readHead } from './chain-store.ts'

/** Reads at most `limit` entries of a chain after a position, in order. */
export const readChainAfter = (db: Db, chain: string, position: number, limit: number) =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('chain', '=', chain)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Reads at most `limit` entries of all chains, chain by chain. */
export async function readActivityPage(
  db: Db,
  after: Pick<Row<'activity'>, 'chain' | 'position'>,
  limit: number,
): Promise<Row<'activity'>[]> {
  const { rows } = await sql<Row<'activity'>>`
    select * from activity where (chain, position) > (${after.chain}, ${after.position})
    order by chain, position limit ${limit}`.execute(db)
  return rows
}

/** The end of a chain of activity; undefined while it is empty. */
export const readActivityHead = (db: Db, chain: string) =>
  db.selectFrom('activity_heads').selectAll().where('chain', '=', chain).executeTakeFirst()

/** The link of a chain at a position; undefined if it has none. */
export const readLinkAt = (db: Db, chain: string, position: number) =>
  db
    .selectFrom('activity')
    .select(['position as sequence', 'link'])
    .where('chain', '=', chain)
    .where('position', '=', position)
    .executeTakeFirst()

const maxHeads = 1_000

/** Chains that have a head but no entry. */
export async function readHeadsWithoutEntries(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('activity_heads')
    .select('chain')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('activity')
            .select(sql`1`.as('one'))
            .whereRef('activity.chain', '=', 'activity_heads.chain'),
        ),
      ),
    )
    .limit(maxHeads)
    .execute()
  return rows.map(({ chain }) => chain)
}

/** The first sequence number without an entry, up to the head of all activity; undefined if there is none. */
export async function findActivityGap(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ next: number }>`
    select a.sequence + 1 as next from activity as a
    where not exists (select 1 from activity as b where b.sequence = a.sequence + 1)
    order by a.sequence limit 1`.execute(db)
  const first = await db
    .selectFrom('activity')
    .select('sequence')
    .where('sequence', '=', 1)
    .executeTakeFirst()
  const end = first ? (rows[0]?.next ?? 1) - 1 : 0
  const head = await readHead(db, 'activity')
  const last = await db.selectFrom('activity').select('mac').where('sequence', '=', end).executeTakeFirst()
  const isEnd = head.sequence === end && sameBytes(head.mac ?? none, last?.mac ?? none)
  return isEnd ? undefined : end + 1
}

const none = new Uint8Array(0)
