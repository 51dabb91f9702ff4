import type { DotenvDialect } from '../dialect.ts'
import type { Assignment, Cause, Family, Patterns, Quotes } from './families.ts'
import { families } from './family-rules.ts'

/** Causes, and the readers that each is about. */
export type Causes = ReadonlyMap<Cause, readonly string[]>

/** Why readers of `dialect`, or all that support quotes, read an assignment differently. */
function findCauses(assignment: Assignment, dialect: DotenvDialect | undefined): Causes {
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
function findCommentCauses(comment: string, dialect: DotenvDialect | undefined): Causes {
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

/** Why some readers read a value differently, and what to write instead. */
type ReadWarning = {
  kind: Cause | 'own-quotes' | 'byte-order-mark' | 'carriage-returns'
  problem: string
}

/**
 * What the readers of `dialect`, or all that support quotes, read differently than npm dotenv. Never contains the
 * value.
 */
export function describeCauses(
  assignment: Assignment,
  value: string,
  dialect: DotenvDialect | undefined,
): ReadWarning[] {
  // @next/env and dotenv-expand read with npm dotenv.
  if (assignment.isLoose && dialect !== 'next') {
    const problem = `the value contains the kind of quotes around it, and readers disagree: ${howToWrite(value, dialect)}`
    return [{ kind: 'own-quotes', problem }]
  }
  let advice: string | undefined
  return Array.from(findCauses(assignment, dialect), ([kind, readers]) => {
    const remedy = remedies[kind] ?? advice ?? howToWrite(value, dialect)
    if (remedies[kind] === undefined) advice = remedy
    return { kind, problem: `${causes[kind](list(readers))}: ${remedy}` }
  })
}

/** What a line with only a comment, from its `#` on, changes for readers of `dialect`, or for any. */
export function describeComment(comment: string, dialect: DotenvDialect | undefined): ReadWarning[] {
  if (!/\\$|="/.test(comment)) return []
  return Array.from(findCommentCauses(comment, dialect), ([kind, readers]) => ({
    kind,
    problem: `${causes[kind](list(readers))}: ${remedies[kind]}`,
  }))
}

/** What a text has as a whole that readers of `dialect`, or some, read differently. */
export function describeText(text: string, dialect: DotenvDialect | undefined): ReadWarning[] {
  if (dialect !== undefined && dialect !== 'bash') return []
  const start = text.startsWith('\uFEFF')
  return [
    ...(start ? [{ kind: 'byte-order-mark' as const, problem: byteOrderMark }] : []),
    ...(text.includes('\r') ? [{ kind: 'carriage-returns' as const, problem: carriageReturns }] : []),
  ]
}

const byteOrderMark =
  'shells such as bash do not read the name after the byte order mark: save the text as UTF-8 without one'
const carriageReturns =
  'shells such as bash keep the carriage return at the end of each line: save the text with LF line ends'

/** Readers that do something to a value, and what. */
const causes: Readonly<Record<Cause, (readers: string) => string>> = {
  separator: (readers) => `a colon, or spaces around =, are not understood by ${readers}`,
  export: (readers) => `this export is not understood by ${readers}`,
  substitutes: (readers) => `a $… or a command in this value is replaced by ${readers}`,
  escapes: (readers) => `a backslash in this value is treated as an escape by ${readers}`,
  'line-escapes': (readers) => `\\n or \\r in double quotes is not read as a line break by ${readers}`,
  shell: (readers) => `a space or a special character in this value has a meaning to ${readers}`,
  quotes: (readers) => `the quotes are kept as part of the value by ${readers}`,
  backticks: (readers) => `backticks are not quotes to ${readers}, and shells execute them`,
  comment: (readers) => `the text after # is read as a comment, but kept by ${readers}`,
  invisible: (readers) =>
    `an invisible space at an end of the value is not a space to ${readers}, or only to them`,
  lines: (readers) => `the line breaks in this value cannot be read by ${readers}`,
  spaces: (readers) => `the spaces around the value are kept by ${readers}`,
  'next-line': (readers) => `the next line is read as the value by ${readers}`,
  'comment-line': (readers) => `the comment above it continues on this line for ${readers}`,
}

const remedies: Readonly<Partial<Record<Cause, string>>> = {
  separator: 'write KEY=value',
  export: 'write KEY=value',
  comment: 'put the value in quotes to keep it, or the comment on a line of its own',
  spaces: 'remove them',
  'next-line': 'remove the spaces after =',
  'comment-line': 'remove the quote or the backslash from that comment',
}

/** `a, b and c`; of many, the first three. */
function list(readers: readonly string[]): string {
  if (readers.length > 3) return `${readers.slice(0, 3).join(', ')} and others`
  return [readers.slice(0, -1).join(', '), readers.at(-1)].filter((part) => part !== '').join(' and ')
}

const forms = [
  { quotes: "'", advice: 'put it in single quotes' },
  { quotes: '"', advice: 'put it in double quotes, with line breaks as they are' },
  { quotes: 'none', advice: 'write it without quotes' },
] as const

/** The first way to write `value` that all these readers read alike. */
function howToWrite(value: string, dialect: DotenvDialect | undefined): string {
  const form = forms.find(({ quotes }) => isReadAlike(value, quotes, dialect))
  if (form !== undefined) return form.advice
  return dialect === undefined
    ? 'no kind of quotes avoids this: name the dialect of the program that reads the text, or use JSON'
    : 'no kind of quotes avoids this: use JSON'
}

/** Whether `value` between these quotes means itself to npm dotenv and to the readers. */
function isReadAlike(value: string, quotes: Quotes, dialect: DotenvDialect | undefined): boolean {
  const isItself =
    quotes === 'none'
      ? !/[\n#]|^['"`]/.test(value) && value.trim() === value
      : !value.includes(quotes) && (quotes !== '"' || !/\\[nr]/.test(value))
  if (!isItself) return false
  return findCauses({ header: 'KEY=', quotes, raw: value, rest: '', isLoose: false }, dialect).size === 0
}
