import { formatCount } from '@envhold/contract/format-count.ts'
import { moveMarkKeys } from '../../db/marks/move-mark.ts'
import { StorageRejection } from '../../db/storage-errors.ts'
import type { PrintLine } from '../command.ts'
import type { PostgresCopy } from './postgres-copy-store.ts'
import { createTableDigest, type TableDigest } from './row-digest.ts'
import type { SqliteRows } from './sqlite-rows-store.ts'
import { type Cell, orderTables, type Row, type Table } from './table.ts'

const maxRows = 500
const maxBytes = 1024 * 1024
/** PostgreSQL takes 65,535 parameters in a statement. */
const maxCells = 60_000
const progressMs = 5_000

const sizeOf = (cell: Cell) => (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8)

/** The rows that both databases must have alike: all but the marks of the move. */
export const isCopied = ({ name, columns }: Table, row: Row): boolean =>
  name !== 'instance' || !moveMarkKeys.includes(String(row[columns.indexOf('key')]))

/** PostgreSQL cannot store U+0000. */
function requireStorable({ name, columns }: Table, row: Row): void {
  const index = row.findIndex((cell) => typeof cell === 'string' && cell.includes('\0'))
  if (index === -1) return
  const id = row[columns.indexOf('id')]
  throw new StorageRejection(
    `PostgreSQL cannot store the character U+0000, which is in ${name}.${columns[index]}${typeof id === 'bigint' ? ` of row ${id}` : ''}. Change that row first.`,
  )
}

/** The tables of both sides, in the order in which they can be filled. @throws StorageRejection when they differ */
export function matchTables(source: readonly Table[], target: readonly Table[]): Table[] {
  for (const { name, columns } of target) {
    const there = source.find((table) => table.name === name)
    if (there?.columns.join() !== columns.join())
      throw new StorageRejection(
        `The table ${name} has other columns in SQLite than this version gives it. Run envhold-server verify.`,
      )
  }
  return orderTables(target)
}

/** Copies every row. @returns the digest of what was read, for each table */
export async function copyTables(
  rows: SqliteRows,
  target: PostgresCopy,
  tables: readonly Table[],
  info: PrintLine,
): Promise<Map<string, TableDigest>> {
  const digests = new Map<string, TableDigest>()
  for (const table of tables) digests.set(table.name, await copyTable(rows, target, table, info))
  const ids = rows.highestIds()
  for (const { name } of tables) {
    const highest = ids.get(name) ?? 0n
    if (highest > 0n) await target.continueIds(name, highest)
  }
  return digests
}

async function copyTable(
  rows: SqliteRows,
  target: PostgresCopy,
  table: Table,
  info: PrintLine,
): Promise<TableDigest> {
  const digest = createTableDigest()
  const total = rows.countRows(table)
  let batch: Row[] = []
  let bytes = 0
  let done = 0
  let shownAt = performance.now()
  const flush = async () => {
    if (batch.length > 0) await target.insertRows(table, batch)
    done += batch.length
    batch = []
    bytes = 0
    if (performance.now() - shownAt < progressMs) return
    shownAt = performance.now()
    info(`${table.name}: ${done} of ${total} rows`)
  }
  for (const row of rows.rows(table)) {
    if (!isCopied(table, row)) continue
    requireStorable(table, row)
    digest.add(row)
    batch.push(row)
    for (const cell of row) bytes += sizeOf(cell)
    if (batch.length >= maxRows || bytes >= maxBytes || (batch.length + 1) * row.length > maxCells)
      await flush()
  }
  await flush()
  info(`${table.name}: ${formatCount(done, 'row')} copied.`)
  return digest.result()
}
