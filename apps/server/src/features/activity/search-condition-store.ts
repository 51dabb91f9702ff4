import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from '../../db/connect.ts'
import { likePattern } from '../../db/like-pattern.ts'

const capitalised = (word: string) => {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

/** Databases fold the case of ASCII only, so other letters are searched in their usual spellings. */
const spellings = (word: string) => [...new Set([word, word.toUpperCase(), capitalised(word)])]

/** Whether a column contains a word, ignoring case. */
export function columnContains<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  engine: Engine,
  column: string,
  word: string,
): Expression<SqlBool> {
  const like = sql.raw(engine === 'postgres' ? 'ilike' : 'like')
  const written = /^[\x20-\x7e]*$/.test(word) ? [word] : spellings(word)
  return eb.or(
    written.map(
      (text) => sql<SqlBool>`${sql.ref(column)} ${like} ${likePattern(text)} escape ${sql.lit('\\')}`,
    ),
  )
}
