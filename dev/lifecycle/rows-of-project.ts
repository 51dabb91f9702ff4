import type { ReadRows } from '../world/read-rows.ts'
import type { CustomerProject } from './customer.ts'

/** Entries stay: they name what was done. What only counts them is erased by a later sweep, or stays with them. */
const histories = /^(?:activity|usage)_|^(?:activity|usage)$/

async function tablesOf(rows: ReadRows, column: string): Promise<string[]> {
  const tables = await rows(
    `select m.name as name from sqlite_master m join pragma_table_info(m.name) c
     where m.type = 'table' and c.name = '${column}'`,
  ).catch(() =>
    rows(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = '${column}'`,
    ),
  )
  return tables.map(({ name }) => String(name)).filter((name) => !histories.test(name))
}

/** How many rows each table has that belong to a project or its environment; tables without any are left out. */
export async function rowsOfProject(
  rows: ReadRows,
  { id, environment }: Pick<CustomerProject, 'id' | 'environment'>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const count = async (table: string, condition: string) => {
    const [row] = await rows(`select count(*) as n from ${table} where ${condition}`)
    if (Number(row?.n) > 0) counts[table] = (counts[table] ?? 0) + Number(row?.n)
  }
  await count('projects', `id = ${id}`)
  await count('environments', `id = ${environment}`)
  for (const table of await tablesOf(rows, 'project_id')) await count(table, `project_id = ${id}`)
  for (const table of await tablesOf(rows, 'environment_id'))
    await count(table, `environment_id = ${environment}`)
  return counts
}
