import { sameBytes } from '@envhold/integrity/bytes.ts'
import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { hex, jsonBytes, rowsQuery } from '../../db/json-rows.ts'
import { erasures } from '../../db/schema/audit-log.ts'
import type { Row } from '../../db/tables.ts'
import { readHead } from './chain-store.ts'

interface GivenChain {
  readonly name: string
}

const readNamedHeads = rowsQuery<GivenChain, Row<'activity_heads'>>(
  { name: 'text' },
  (rows) =>
    sql<Row<'activity_heads'>>`select * from activity_heads where chain in (select name from ${rows})`,
)

/** The ends of these chains; an empty chain has none. Appending requires that the head of all activity is locked. */
export const readActivityHeads = ({ db, engine }: DbContext<'engine'>, chains: readonly string[]) =>
  readNamedHeads(
    db,
    engine,
    chains.map((name) => ({ name })),
  )

interface GivenHead {
  readonly name: string
  readonly place: number
  readonly time: number
  readonly link: string
  readonly mac: string
  readonly open: string
}

const putHeads = rowsQuery<GivenHead>(
  { name: 'text', place: 'bigint', time: 'bigint', link: 'text', mac: 'text', open: 'text' },
  (rows, engine) => sql`
    insert into activity_heads (chain, sequence, at, link, mac, open_lines)
    select name, place, time, ${jsonBytes(engine, 'link')}, ${jsonBytes(engine, 'mac')}, open
    from ${rows} where true order by name
    on conflict (chain) do update set
      sequence = excluded.sequence, at = excluded.at, link = excluded.link, mac = excluded.mac,
      open_lines = excluded.open_lines`,
)

export async function moveActivityHeads(
  { db, engine }: TrxContext<'engine'>,
  heads: readonly Row<'activity_heads'>[],
): Promise<void> {
  const rows = heads.map(({ chain, sequence, at, link, mac, open_lines }) => ({
    name: chain,
    place: sequence,
    time: at,
    link: hex(link),
    mac: hex(mac),
    open: open_lines,
  }))
  await putHeads(db, engine, rows)
}

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

/**
 * An account that was permanently deleted, until its name and its addresses are erased from the activity. A forged one
 * would erase those of somebody else.
 */
export type Erasure = Row<'erasures'>

export const erasureMac = erasures.mac

/** Requests that an account is erased from the activity, in the transaction that deletes it. */
export async function insertErasure(
  { db, secrets }: TrxContext<'secrets'>,
  account: Omit<Erasure, 'done' | 'mac'>,
): Promise<void> {
  const mac = erasureMac.of(secrets, account)
  await db
    .insertInto('erasures')
    .values({ ...account, done: 0, mac })
    .execute()
}

/** The first `limit` of them, those of which the least is done first. */
export const listErasures = ({ db }: DbContext, limit: number): Promise<Erasure[]> =>
  db.selectFrom('erasures').selectAll().orderBy('done').orderBy('user_id').limit(limit).execute()
