import { constants } from 'node:sqlite'
import { type Kysely, SqliteAdapter } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The tables that decide what an API key is answered. What remembers a response compares the rows of each: on PostgreSQL
 * their versions, on SQLite how often one of these tables was written.
 */
export const decidingTables = [
  'api_keys',
  'projects',
  'users',
  'plans',
  'environments',
  'grants',
  'environment_epochs',
  'environment_versions',
] as const satisfies readonly (keyof Tables)[]
export type DecidingTable = (typeof decidingTables)[number]

const deciding = new Set<string>(decidingTables)

const writes: readonly number[] = [constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE]

/**
 * Whether an action of a SQLite statement can change an answer. SQLite reports every action of a statement when it is
 * prepared, those of foreign keys included.
 */
export const invalidatesCache = (action: number, table: string | null): boolean =>
  table !== null && deciding.has(table) && writes.includes(action)

/** Counts the statements of this connection that can change an answer. A database and its transactions share one. */
export class CountingAdapter extends SqliteAdapter {
  answerWrites = 0
}

/** How many statements of this process can have changed an answer. Changes by other processes are not counted. */
export function answerWritesOf(db: Kysely<Tables>): number {
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof CountingAdapter)) throw new Error('Only a SQLite connection counts its writes')
  return adapter.answerWrites
}
