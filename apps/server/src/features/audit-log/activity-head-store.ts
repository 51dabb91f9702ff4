import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import type { Row } from '../../db/tables.ts'

interface GivenChain {
  readonly name: string
}

const read = rowsQuery<GivenChain, Row<'activity_heads'>>(
  { name: 'text' },
  (given) =>
    sql<Row<'activity_heads'>>`select * from activity_heads where chain in (select name from ${given})`,
)

/** The ends of these chains; an empty chain has none. Appending requires that the head of all activity is locked. */
export const readActivityHeads = ({ db, engine }: DbContext<'engine'>, chains: readonly string[]) =>
  read(
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
}

const put = rowsQuery<GivenHead>(
  { name: 'text', place: 'bigint', time: 'bigint', link: 'text', mac: 'text' },
  (given, engine) => {
    const bytes = (column: string) =>
      sql.raw(engine === 'postgres' ? `decode(given.${column}, 'hex')` : `unhex(given.${column})`)
    return sql`
      insert into activity_heads (chain, sequence, at, link, mac)
      select name, place, time, ${bytes('link')}, ${bytes('mac')} from ${given} where true order by name
      on conflict (chain) do update set
        sequence = excluded.sequence, at = excluded.at, link = excluded.link, mac = excluded.mac`
  },
)

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

export async function moveActivityHeads(
  { db, engine }: TrxContext<'engine'>,
  heads: readonly Row<'activity_heads'>[],
): Promise<void> {
  const given = heads.map(({ chain, sequence, at, link, mac }) => ({
    name: chain,
    place: sequence,
    time: at,
    link: hex(link),
    mac: hex(mac),
  }))
  await put(db, engine, given)
}
