import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/db/connect.ts'
import {
  type DescribedSchema,
  type DescribedTable,
  indexText,
  lines,
  plainDefault,
  reference,
} from './described-table.ts'

export async function describeSqlite(db: Db): Promise<DescribedSchema> {
  const tables = await lines(
    db,
    sql<{ name: string; sql: string }>`
      select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  )
  const described: Record<string, DescribedTable> = {}
  for (const { name, sql: ddl } of tables) described[name] = await describeSqliteTable(db, name, ddl)
  return described
}

async function describeSqliteTable(db: Db, table: string, ddl: string): Promise<DescribedTable> {
  const columns = await lines(
    db,
    sql<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number }>`
      select name, lower(type) as type, "notnull", dflt_value, pk from pragma_table_info(${table})`,
  )
  const references = await lines(
    db,
    sql<{ from: string; table: string; to: string; on_delete: string }>`
      select "from", "table", "to", on_delete from pragma_foreign_key_list(${table})`,
  )
  const indexes = await lines(
    db,
    sql<{ name: string; unique: number; origin: string; sql: string | null; columns: string }>`
      select l.name, l."unique", l.origin, s.sql,
        (select group_concat(i.name) from (select name from pragma_index_info(l.name) order by seqno) i) as columns
      from pragma_index_list(${table}) l left join sqlite_schema s on s.type = 'index' and s.name = l.name`,
  )
  return {
    columns: Object.fromEntries(
      columns.map(({ name, type, notnull, dflt_value }) => [
        name,
        {
          type,
          isRequired: notnull === 1,
          default: plainDefault(dflt_value),
          isGenerated: ddl.includes(`"${name}" integer primary key autoincrement`),
          isBytewise: false,
        },
      ]),
    ),
    key: columns
      .filter(({ pk }) => pk > 0)
      .toSorted((left, right) => left.pk - right.pk)
      .map(({ name }) => name),
    uniques: indexes
      .filter(({ origin }) => origin === 'u')
      .map((index) => index.columns)
      .toSorted(),
    references: references
      .map(({ from, table, to, on_delete }) => reference(from, table, to, on_delete))
      .toSorted(),
    indexes: Object.fromEntries(
      indexes
        .filter(({ origin }) => origin === 'c')
        .map((index) => {
          const [, on = '', where] = /\((.*?)\)(?: where (.*))?$/s.exec(index.sql ?? '') ?? []
          return [index.name, indexText(index.unique === 1, on, where)]
        }),
    ),
    storage: /without rowid$/i.test(ddl) ? 'without rowid' : '',
  }
}
