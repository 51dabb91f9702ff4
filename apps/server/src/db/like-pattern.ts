import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './connect.ts'

/** A pattern for LIKE that finds a text anywhere. The statement says `escape '\'`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const functions = { sqlite: sql.raw('instr'), postgres: sql.raw('strpos') } as const

/** Whether a column contains a text as it is written; faster than LIKE. */
export const contains = (engine: Engine, column: string | RawBuilder<string>, text: string) =>
  sql<boolean>`${functions[engine]}(${typeof column === 'string' ? sql.ref(column) : column}, ${text}) > 0`
