import type { DotenvDialect } from '../src/dialect.ts'
import { FormatError } from '../src/format-error.ts'
import { render } from '../src/render.ts'
import type { Rendered } from '../src/render-dotenv.ts'
import { toVariables } from '../src/variables.ts'
import { allReaders } from './all-readers.ts'
import { hardValues } from './hard-values.ts'
import type { Reader, ReadText } from './reader.ts'

/**
 * What a reader read from one hard value: the same value; another one with a warning from us; another one without a
 * warning; or nothing, because the value was rejected by name.
 */
export type Outcome = 'same' | 'differs, warned' | 'differs' | 'refused'

/** One row for each hard value, one outcome for each reader; readers that are not installed are omitted. */
export type Results = { readers: readonly Reader[]; rows: ReadonlyMap<string, readonly Outcome[]> }

const key = 'VALUE'
/** Written before and after the value, to show that it does not affect its neighbours. */
const neighbours = { before: ['FIRST', 'x y'], behind: ['LAST', '#z'] } as const

/** Every hard value, written without a dialect or in the reader's own, and read by every reader. */
export function collectResults(written: 'plain' | 'dialect'): Results {
  const readers = allReaders.filter(({ version }) => version !== undefined)
  const columns = readers.map((reader) => readAll(reader, written === 'plain' ? undefined : reader.dialect))
  const rows = [...hardValues.keys()].map(
    (name, row) => [name, columns.map((column) => column[row] ?? 'refused')] as const,
  )
  return { readers, rows: new Map(rows) }
}

function readAll(reader: Reader, dialect: DotenvDialect | undefined): Outcome[] {
  const attempts = [...hardValues.values()].map((value) => write(value, dialect))
  const read = reader.read(attempts.map((attempt) => attempt?.text ?? 'A=1\n'))
  return [...hardValues.values()].map((value, index) => {
    const attempt = attempts[index]
    if (attempt === null || attempt === undefined) return 'refused'
    if (isSame(read[index], value, reader, dialect)) return 'same'
    return attempt.warnings.some((warning) => warning.key === key) ? 'differs, warned' : 'differs'
  })
}

function write(value: string, dialect: DotenvDialect | undefined): Rendered | null {
  const variables = toVariables(Object.fromEntries([neighbours.before, [key, value], neighbours.behind]))
  try {
    return render('dotenv', variables, { dialect })
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}

function isSame(
  read: ReadText | undefined,
  value: string,
  reader: Reader,
  dialect: DotenvDialect | undefined,
): boolean {
  if (read?.get(key)?.value !== value) return false
  // Without their dialects docker and make keep the quotes of the neighbours, which the text says once.
  if (dialect === undefined && (reader.dialect === 'docker' || reader.dialect === 'make')) return true
  return (
    read.size === 3 &&
    [neighbours.before, neighbours.behind].every(([name, kept]) => read.get(name)?.value === kept)
  )
}
