import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db, Engine } from '../../db/connect.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'

const roots = tableRows('audit_roots')
const points = tableRows('root_points')

/** The newest root; undefined before the first. */
export const readNewestRoot = async (db: Db) =>
  (await roots.list({ db }, {}, { orderBy: ['number desc'], limit: 1 }))[0]

/** The MAC of a root; null if there is no such root. */
export const readRootMac = async (db: Db, number: number) =>
  (await roots.find({ db }, { number }))?.mac ?? null

/** Reads at most `limit` roots after a number, in order. */
export const readRootsAfter = (db: Db, number: number, limit: number) =>
  roots.list({ db }, (is) => is('number', '>', number), { orderBy: ['number'], limit })

/** Reads at most `limit` points after that of a chain, in the order of the bytes of their chains. */
export const readPointsAfter = (db: Db, chain: string, limit: number) =>
  points.list({ db }, (is) => is('chain', '>', chain), { orderBy: ['chain'], limit })

/** A point, and whether its chain still passes through it. */
export interface ComparedPoint extends Row<'root_points'> {
  /** 1 if it does not. */
  readonly lost: number
}

/** The project of a usage chain; none for any other name, which PostgreSQL would not convert. */
const projectOf: Readonly<Record<Engine, string>> = {
  sqlite: `case when p.chain like 'usage/%' then cast(substr(p.chain, 7) as integer) end`,
  postgres: `case when p.chain ~ '^usage/[0-9]{1,16}$' then cast(substr(p.chain, 7) as bigint) end`,
}

/** The time selects the partition. */
const inPartition: Readonly<Record<Engine, string>> = { sqlite: '', postgres: 'and k.at = p.at' }

/**
 * {@link readPointsAfter}, with the state of the chains: each must have a head, not before the point, and the link of
 * the point at its place, unless that was trimmed.
 */
export async function comparePointsAfter(
  { db, engine }: DbContext<'engine'>,
  chain: string,
  limit: number,
): Promise<ComparedPoint[]> {
  const { rows } = await sql<ComparedPoint>`
    select p.chain, p.sequence, p.at, p.link, case
      when u.project_id is not null then case
        when u.sequence < p.sequence then 1
        when u.sequence = p.sequence then case when u.link = p.link then 0 else 1 end
        when u.start_sequence > p.sequence then 0
        when u.start_sequence = p.sequence then case when u.start_link = p.link then 0 else 1 end
        when p.link = (
          select k.link from usage_packs as k
          where k.project_id = u.project_id and k.first_sequence <= p.sequence ${sql.raw(inPartition[engine])}
          order by k.first_sequence desc limit 1
        ) then 0
        else 1 end
      when h.chain is not null then case
        when h.sequence < p.sequence then 1
        when h.sequence = p.sequence then case when h.link = p.link then 0 else 1 end
        when p.link = (
          select a.link from activity as a where a.chain = p.chain and a.position = p.sequence
        ) then 0
        else 1 end
      else 1 end as lost
    from (select * from root_points where chain > ${chain} order by chain limit ${limit}) as p
    left join usage_heads as u on u.project_id = ${sql.raw(projectOf[engine])}
    left join activity_heads as h on h.chain = p.chain
    order by p.chain`.execute(db)
  return rows
}

interface GivenChain {
  readonly name: string
}

const deleteNamed = rowsQuery<GivenChain>(
  { name: 'text' },
  (rows) => sql`delete from root_points where chain in (select name from ${rows})`,
)

export const deletePoints = ({ db, engine }: TrxContext<'engine'>, chains: readonly string[]) =>
  deleteNamed(
    db,
    engine,
    chains.map((name) => ({ name })),
  )

export const deleteAllPoints = (ctx: TrxContext) => points.remove(ctx, {})

const put = sql`on conflict (chain) do update set
  sequence = excluded.sequence, at = excluded.at, link = excluded.link`

/**
 * Moves the points of the next `limit` projects after one to the ends of their usage, where that has grown.
 * @returns the last of these projects; undefined if there is none
 */
export async function moveUsagePoints({ db }: TrxContext, after: number, limit: number) {
  const page = sql`select * from usage_heads where project_id > ${after} order by project_id limit ${limit}`
  await sql`
    insert into root_points (chain, sequence, at, link)
    select 'usage/' || project_id, sequence, at, link from (${page}) as h
    where h.sequence > 0 and not exists (
      select 1 from root_points as p where p.chain = 'usage/' || h.project_id and p.sequence = h.sequence)
    ${put}`.execute(db)
  const { rows } = await sql<{
    last: number | null
  }>`select max(project_id) as last from (${page}) as h`.execute(db)
  return rows[0]?.last ?? undefined
}

/** The same for the next chains of activity. */
export async function moveActivityPoints({ db }: TrxContext, after: string, limit: number) {
  const page = sql`select * from activity_heads where chain > ${after} order by chain limit ${limit}`
  await sql`
    insert into root_points (chain, sequence, at, link)
    select chain, sequence, at, link from (${page}) as h
    where not exists (select 1 from root_points as p where p.chain = h.chain and p.sequence = h.sequence)
    ${put}`.execute(db)
  const { rows } = await sql<{ last: string | null }>`select max(chain) as last from (${page}) as h`.execute(
    db,
  )
  return rows[0]?.last ?? undefined
}

export const insertRoot = (ctx: TrxContext, root: Row<'audit_roots'>) => roots.insert(ctx, [root])
