// Statements that only SQLite ran in a test file are prepared on PostgreSQL: it rejects what it cannot parse, names
// that it does not know or finds ambiguous, types that do not match, and columns that a GROUP BY leaves out.

import { PostgresQueryCompiler, type RootOperationNode, SqliteQueryCompiler } from 'kysely'
import { Client } from 'pg'
import { copyMigratedDatabase } from './migrated-database.ts'

const kinds = new Set<RootOperationNode['kind']>([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])

const known = new Set<string>()
const seen = new Set<string>()
const waiting = new Map<string, RootOperationNode>()

/** Only SQLite has these functions: what uses them has other text for PostgreSQL, and is tested on both. */
const onlySqlite = /\b(?:instr|json_each)\(/

/** Lists of values differ in their lengths alone. */
const shapeOf = (sql: string): string =>
  sql.replace(/\?(?:, \?)+/g, '?…').replace(/(\(\?…?\))(?:, \1)+/g, '$1…')

/** Collects each statement that Kysely compiles for SQLite in this process. */
export function collectStatements(): void {
  const { compileQuery } = SqliteQueryCompiler.prototype
  SqliteQueryCompiler.prototype.compileQuery = function compile(node, queryId) {
    const compiled = compileQuery.call(this, node, queryId)
    if (seen.has(compiled.sql)) return compiled
    seen.add(compiled.sql)
    const shape = shapeOf(compiled.sql)
    if (kinds.has(node.kind) && !known.has(shape) && !onlySqlite.test(shape)) waiting.set(shape, node)
    return compiled
  }
}

let connection: Promise<Client> | undefined

async function connectToMigrated(): Promise<Client> {
  const client = new Client({ connectionString: await copyMigratedDatabase() })
  await client.connect()
  return client
}

/** Prepares what was collected since the last call. @returns what PostgreSQL says against it */
export async function prepareCollected(): Promise<string[]> {
  if (waiting.size === 0) return []
  const nodes = [...waiting.values()]
  for (const shape of waiting.keys()) known.add(shape)
  waiting.clear()
  connection ??= connectToMigrated()
  const client = await connection
  const rejections: string[] = []
  for (const node of nodes) {
    const { sql } = new PostgresQueryCompiler().compileQuery(node, { queryId: 'prepared' })
    try {
      await client.query(`PREPARE statement AS ${sql}`)
      await client.query('DEALLOCATE statement')
    } catch (error) {
      rejections.push(`${error instanceof Error ? error.message : String(error)}: ${sql}`)
    }
  }
  return rejections
}
