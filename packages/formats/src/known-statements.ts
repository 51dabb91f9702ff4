import type { DotenvDialect } from './dialect.ts'
import { writeStatement } from './render-dotenv.ts'
import type { Variable, Variables } from './variables.ts'

/**
 * Extracts from a dotenv text what Envhold itself wrote: the statements of variables that are unchanged. Each dialect
 * has its own quoting, so only what was changed by hand has to be read by npm dotenv's rules.
 *
 * In `rest` an empty `KEY=` and blank lines replace what was extracted, so that line numbers stay right and comments
 * keep the assignment that they belong to. A statement that occurs more than once is left for the reader.
 */
export function extractKnownStatements(
  text: string,
  dialect: DotenvDialect | undefined,
  known: Variables,
): { readonly rest: string; readonly variables: Map<string, Variable> } {
  const starts = startsByKey(text)
  const variables = new Map<string, Variable>()
  const taken: Taken[] = []
  const isTaken = (start: number) => taken.some((one) => one.start <= start && start < one.end)
  const stands = (statement: string, start: number) =>
    text.startsWith(statement, start) &&
    /^(\r?\n|$)/.test(text.slice(start + statement.length, start + statement.length + 2))
  // The longest first: the lines of a long value may look like statements.
  let open: readonly Statement[] = [...known]
    .flatMap(([key, variable]) => {
      const statement = writeStatement(key, variable.value, dialect)?.slice(0, -1)
      return statement === undefined ? [] : [{ key, variable, statement }]
    })
    .toSorted((left, right) => right.statement.length - left.statement.length)
  // A name that also stands in a value is clear once the statement of that value is taken.
  for (let before = -1; before < taken.length && open.length > 0; ) {
    before = taken.length
    const unclear: Statement[] = []
    for (const each of open) {
      const { key, variable, statement } = each
      const [start, ...others] = (starts.get(key) ?? []).filter((at) => !isTaken(at))
      if (start === undefined) continue
      const end = start + statement.length
      // Its own value may name it, too.
      if (stands(statement, start) && others.every((at) => at < end)) {
        if (taken.some((one) => start < one.end && one.start < end)) continue
        taken.push({ start, end, name: `${key}=` })
        variables.set(key, { value: variable.value })
      } else if (others.length > 0) unclear.push(each)
    }
    open = unclear
  }
  return { rest: blankOut(text, taken), variables }
}

/** Where a line begins with `KEY=`, for each key. */
function startsByKey(text: string): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  // Only a LF starts a line: with the flag m, `^` would also match after a CR or U+2028 inside a value.
  for (const { 0: match, 1: key = '', index } of text.matchAll(/(?:^|\n)([A-Za-z_][A-Za-z0-9_]*)=/g)) {
    const start = match.startsWith('\n') ? index + 1 : index
    const known = starts.get(key)
    if (known) known.push(start)
    else starts.set(key, [start])
  }
  return starts
}

interface Statement {
  readonly key: string
  readonly variable: Variable
  readonly statement: string
}

type Taken = { readonly start: number; readonly end: number; readonly name: string }

function blankOut(text: string, taken: readonly Taken[]): string {
  let rest = ''
  let at = 0
  for (const { start, end, name } of taken.toSorted((left, right) => left.start - right.start)) {
    rest += text.slice(at, start) + name + text.slice(start, end).replaceAll(/[^\n]+/g, '')
    at = end
  }
  return rest + text.slice(at)
}
