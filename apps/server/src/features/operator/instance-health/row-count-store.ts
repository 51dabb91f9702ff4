import { sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'

export interface RowCount {
  readonly table: string
  readonly rows: number
  readonly exact: boolean
}

/** Counting more rows of a table would cost too much. PostgreSQL estimates large tables well. */
const maxRows = { sqlite: 10_000, postgres: 1_000 } as const

interface Table {
  readonly name: string
  /** What the database estimates; null if it does not. */
  readonly estimate: number | null
}

async function listTables({ db, engine }: DbContext<'engine'>): Promise<readonly Table[]> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!' order by name`.execute(
      db,
    )
    return rows.map(({ name }) => ({ name, estimate: null }))
  }
  // A partitioned table has as many rows as its partitions.
  const { rows } = await sql<Table>`
    select c.relname as name, greatest(c.reltuples, 0)::float8 + coalesce((
      select sum(greatest(part.reltuples, 0))::float8 from pg_inherits as i
      join pg_class as part on part.oid = i.inhrelid where i.inhparent = c.oid and c.relkind = 'p'
    ), 0) as estimate
    from pg_class as c where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition order by c.relname collate "C"`.execute(db)
  return rows
}

async function countUpTo(db: Db, tables: readonly Table[], limit: number): Promise<number[]> {
  const counts = tables.map(
    ({ name }) =>
      sql`select count(*) as n from (select 1 from ${sql.table(name)} limit ${sql.lit(limit)}) as few`,
  )
  const { rows } = await sql<{ n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.map(({ n }) => Number(n))
}

/** How many rows each table has: exactly for small ones, at least or as estimated for others. */
export async function countRows(ctx: DbContext<'engine'>): Promise<RowCount[]> {
  const limit = maxRows[ctx.engine]
  const tables = await listTables(ctx)
  const counts = await countUpTo(ctx.db, tables, limit)
  return tables.map(({ name, estimate }, index) => {
    const counted = counts[index] ?? 0
    const exact = counted < limit
    return { table: name, rows: exact ? counted : Math.max(counted, Math.round(estimate ?? 0)), exact }
  })
}
