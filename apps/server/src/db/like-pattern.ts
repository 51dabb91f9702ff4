import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './connect.ts'

/** A pattern for LIKE that finds a text anywhere. The statement says `escape '\'`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** SQLite, and PostgreSQL with `LC_CTYPE=C`, lower ASCII alone: other letters are found as they are written. */
function inAnyCase(
  column: string,
  text: string,
  matches: (name: RawBuilder<string>, text: string) => RawBuilder<unknown>,
) {
  const name = sql.ref<string>(column)
  const written = text.normalize('NFC')
  return sql<boolean>`(${matches(sql`lower(${name})`, written.toLowerCase())} or ${matches(name, written)})`
}

/** Whether a column contains a text, in any case. */
export const containsInAnyCase = (column: string, text: string) =>
  inAnyCase(column, text, (name, part) => sql`${name} like ${likePattern(part)} escape '\\'`)

/** Whether a column is a text, in any case. */
export const isInAnyCase = (column: string, text: string) =>
  inAnyCase(column, text, (name, whole) => sql`${name} = ${whole}`)

const functions = { sqlite: sql.raw('instr'), postgres: sql.raw('strpos') } as const

/** Whether a column contains a text as it is written; faster than LIKE. */
export const contains = (engine: Engine, column: string | RawBuilder<string>, text: string) =>
  sql<boolean>`${functions[engine]}(${typeof column === 'string' ? sql.ref(column) : column}, ${text}) > 0`
