import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from '../../db/connect.ts'

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

const capitalised = (word: string) => {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

/** Databases know upper and lower case of ASCII alone; what else is cased is looked for in the ways it is written. */
const spellings = (word: string) => [...new Set([word, word.toUpperCase(), capitalised(word)])]

/** Whether a column holds a word, whatever the case of either. */
export function columnContains<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  engine: Engine,
  column: string,
  word: string,
): Expression<SqlBool> {
  const like = sql.raw(engine === 'postgres' ? 'ilike' : 'like')
  const written = /^[\x20-\x7e]*$/.test(word) ? [word] : spellings(word)
  return eb.or(
    written.map((text) => sql<SqlBool>`${sql.ref(column)} ${like} ${pattern(text)} escape ${sql.lit('\\')}`),
  )
}
