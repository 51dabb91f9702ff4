import { sameBytes } from '@envhold/integrity/bytes.ts'
import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { hex, jsonBytes, rowsQuery } from '../../db/json-rows.ts'
import { erasures } from '../../db/schema/audit-log.ts'
import { signedRows } from '../../db/signed-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
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
  tableRows('activity').list({ db }, [{ chain }, (is) => is('position', '>', position)], {
    orderBy: ['position'],
    limit,
  })

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
export const readActivityHead = (db: Db, chain: string) => tableRows('activity_heads').find({ db }, { chain })

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
  const isEmpty = sql<boolean>`
    not exists (select 1 from activity where activity.chain = activity_heads.chain)`
  const heads = await tableRows('activity_heads').list({ db }, () => isEmpty, { limit: maxHeads })
  return heads.map(({ chain }) => chain)
}

/** The first sequence number without an entry, up to the head of all activity; undefined if there is none. */
export async function findActivityGap(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ next: number }>`
    select a.sequence + 1 as next from activity as a
    where not exists (select 1 from activity as b where b.sequence = a.sequence + 1)
    order by a.sequence limit 1`.execute(db)
  const activity = tableRows('activity')
  const end = (await activity.has({ db }, { sequence: 1 })) ? (rows[0]?.next ?? 1) - 1 : 0
  const head = await readHead(db, 'activity')
  const last = await activity.find({ db }, { sequence: end })
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
export const insertErasure = (ctx: TrxContext<'secrets'>, account: Omit<Erasure, 'done' | 'mac'>) =>
  signedRows(erasures).insertAll(ctx, [{ ...account, done: 0 }])

/** The first `limit` of them, those of which the least is done first. */
export const listErasures = (ctx: DbContext, limit: number) =>
  tableRows('erasures').list(ctx, {}, { orderBy: ['done', 'user_id'], limit })
