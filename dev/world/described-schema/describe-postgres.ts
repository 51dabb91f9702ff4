import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/db/connect.ts'
import {
  type DescribedColumn,
  type DescribedSchema,
  type DescribedTable,
  indexText,
  lines,
  plainDefault,
  reference,
} from './described-table.ts'

export async function describePostgres(db: Db): Promise<DescribedSchema> {
  const columns = await lines(
    db,
    sql<{ table: string; name: string; type: string } & Omit<DescribedColumn, 'type'>>`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        a.attnotnull as "isRequired", a.attidentity <> '' as "isGenerated", a.attcollation = '"C"'::regcollation
          as "isBytewise", pg_get_expr(d.adbin, d.adrelid) as default
      from pg_attribute a join pg_class c on c.oid = a.attrelid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where ${isOurs} and a.attnum > 0 and not a.attisdropped`,
  )
  const constraints = await lines(
    db,
    sql<{ table: string; type: string; columns: string; refers: string | null; action: string; to: string }>`
      select c.relname as table, k.contype as type, (${names(sql`k.conrelid`, sql`k.conkey`)}) as columns,
        f.relname as refers, k.confdeltype as action, (${names(sql`k.confrelid`, sql`k.confkey`)}) as to
      from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class f on f.oid = k.confrelid
      where ${isOurs} and k.contype in ('p', 'u', 'f', 'c')`,
  )
  const indexes = await lines(
    db,
    sql<{ table: string; name: string; isUnique: boolean; on: string; where: string | null }>`
      select c.relname as table, n.relname as name, i.indisunique as "isUnique",
        (select string_agg(pg_get_indexdef(i.indexrelid, at, false), ', ' order by at)
          from generate_series(1, i.indnatts) at) as on, pg_get_expr(i.indpred, i.indrelid) as where
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
      where ${isOurs} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
  )
  const tables = await lines(
    db,
    sql<{ name: string; storage: string }>`
      select c.relname as name, coalesce(pg_get_partkeydef(c.oid), '') as storage from pg_class c where ${isOurs}`,
  )
  return Object.fromEntries(
    tables.map(({ name, storage }): [string, DescribedTable] => {
      const those = <Line extends { readonly table: string }>(all: readonly Line[]) =>
        all.filter(({ table }) => table === name)
      const ofType = (kind: string) => those(constraints).filter(({ type }) => type === kind)
      return [
        name,
        {
          columns: Object.fromEntries(
            those(columns).map(({ table: _, name: column, ...rest }) => [
              column,
              { ...rest, default: plainDefault(rest.default) },
            ]),
          ),
          key: ofType('p')[0]?.columns.split(',') ?? [],
          uniques: ofType('u')
            .map((constraint) => constraint.columns)
            .toSorted(),
          references: ofType('f')
            .map((constraint) =>
              reference(
                constraint.columns,
                constraint.refers ?? '',
                constraint.to,
                constraint.action === 'c' ? 'cascade' : constraint.action,
              ),
            )
            .toSorted(),
          indexes: Object.fromEntries(
            those(indexes).map((index) => [index.name, indexText(index.isUnique, index.on, index.where)]),
          ),
          storage,
        },
      ]
    }),
  )
}

/** Tables, without the partitions of tables. */
const isOurs = sql`c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

const names = (table: ReturnType<typeof sql>, numbers: ReturnType<typeof sql>) => sql`
  select string_agg(a.attname, ',' order by place.at) from unnest(${numbers}) with ordinality as place(number, at)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = place.number`
