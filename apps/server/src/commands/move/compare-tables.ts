import { isCopied } from './copy-tables.ts'
import type { PostgresCopy } from './postgres-copy-store.ts'
import { createTableDigest, type TableDigest } from './row-digest.ts'
import type { SqliteRows } from './sqlite-rows-store.ts'
import type { Table } from './table.ts'

/** The digest of each table as PostgreSQL returns its rows. */
export async function digestTarget(
  target: PostgresCopy,
  tables: readonly Table[],
): Promise<Map<string, TableDigest>> {
  const digests = new Map<string, TableDigest>()
  for (const table of tables) {
    const digest = createTableDigest()
    for await (const row of target.rows(table)) if (isCopied(table, row)) digest.add(row)
    digests.set(table.name, digest.result())
  }
  return digests
}

/** The digest of each table as SQLite returns its rows. */
export function digestSource(rows: SqliteRows, tables: readonly Table[]): Map<string, TableDigest> {
  return new Map(
    tables.map((table) => {
      const digest = createTableDigest()
      for (const row of rows.rows(table)) if (isCopied(table, row)) digest.add(row)
      return [table.name, digest.result()] as const
    }),
  )
}

/** @returns the tables whose rows differ */
export const findDifferences = (
  one: ReadonlyMap<string, TableDigest>,
  other: ReadonlyMap<string, TableDigest>,
): string[] =>
  [...one].flatMap(([name, { rows, digest }]) => {
    const there = other.get(name)
    return there?.rows === rows && there.digest === digest ? [] : [name]
  })
