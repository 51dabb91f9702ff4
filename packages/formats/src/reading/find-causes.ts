import type { DotenvDialect } from '../dialect.ts'
import type { Assignment, Quotes } from './assignment.ts'
import type { Cause, Family, Patterns } from './families.ts'
import { families } from './family-rules.ts'

/** Causes, and the readers that each is about. */
export type Causes = ReadonlyMap<Cause, readonly string[]>

/** Why readers of `dialect`, or all that support quotes, read an assignment differently. */
export function findCauses(assignment: Assignment, dialect: DotenvDialect | undefined): Causes {
  const { header, quotes, raw, rest } = assignment
  const rules = rulesOf(dialect)
  const causes = new Map<Cause, string[]>()
  collect(causes, rules.header, header)
  collect(causes, rules.raw[quotes], raw)
  if (quotes !== 'none') {
    if (rest !== '') collect(causes, rules.rest, rest)
    if (quotes === '"' && raw.endsWith('\n')) collect(causes, rules.lastLine, rest)
  } else if (rest !== '') collect(causes, rules.bareComment, raw + rest)
  else if (raw.trim() === '') collect(causes, rules.empty, header + raw)
  return causes
}

/** Why a line with only a comment, from its `#` on, changes what readers read below it. */
export function findCommentCauses(comment: string, dialect: DotenvDialect | undefined): Causes {
  const causes = new Map<Cause, string[]>()
  collect(causes, rulesOf(dialect).commentLine, comment)
  return causes
}

function collect(causes: Map<Cause, string[]>, rules: readonly Rule[], text: string): void {
  for (const { cause, pattern, readers } of rules) {
    if (!pattern.test(text)) continue
    const known = causes.get(cause)
    if (known === undefined) causes.set(cause, [readers])
    else if (!known.includes(readers)) known.push(readers)
  }
}

type Rule = { cause: Cause; pattern: RegExp; readers: string }

type Rules = Record<
  'header' | 'rest' | 'lastLine' | 'bareComment' | 'empty' | 'commentLine',
  readonly Rule[]
> & {
  raw: Readonly<Record<Quotes, readonly Rule[]>>
}

const compiled = new Map<DotenvDialect | undefined, Rules>()

function rulesOf(dialect: DotenvDialect | undefined): Rules {
  const known = compiled.get(dialect)
  if (known !== undefined) return known
  const rules = compile(dialect)
  compiled.set(dialect, rules)
  return rules
}

/** The rules of all readers of `dialect`, or of all that support quotes. */
function compile(dialect: DotenvDialect | undefined): Rules {
  const judged = families.filter((family) =>
    dialect === undefined
      ? family.dialect !== 'docker' && family.dialect !== 'make'
      : family.dialect === dialect,
  )
  const all = (pick: (family: Family) => readonly (Patterns | undefined)[]): Rule[] =>
    judged.flatMap((family) =>
      pick(family).flatMap((patterns = {}) =>
        (Object.entries(patterns) as [Cause, RegExp][]).map(([cause, pattern]) => ({
          cause,
          pattern,
          readers: family.readers,
        })),
      ),
    )
  const own = ({ ownRaw }: Family) => (dialect === undefined ? undefined : ownRaw)
  return {
    header: all(({ header, ownHeader }) => [header, dialect === undefined ? undefined : ownHeader]),
    raw: {
      none: all((family) => [family.none, own(family)]),
      "'": all((family) => [family.single, own(family)]),
      '"': all((family) => [family.double, own(family)]),
      '`': all((family) => [family.backtick, own(family)]),
    },
    rest: all(({ rest }) => [rest]),
    lastLine: all(({ lastLine }) => [lastLine]),
    bareComment: all(({ bareComment }) => [bareComment && { comment: bareComment }]),
    empty: all(({ empty }) => [empty]),
    commentLine: all(({ commentLine }) => [commentLine]),
  }
}
