/**
 * Reads options and operands. Node's own `parseArgs` would do, but importing `node:util` loads a dozen modules and
 * costs `envhold run` a tenth of its time.
 */
import { type CommandForm, type Options, type OptionValues, operandLimits, type Program } from './command.ts'
import { sanitize } from './sanitize.ts'
import { UsageError } from './user-error.ts'

export interface ParsedWords<O extends Options = Options> {
  readonly options: OptionValues<O>
  readonly operands: string[]
  readonly rest: string[]
}

/** A command of a program, as it is typed, for the messages. */
interface Spoken {
  readonly full: string
  readonly hint: string
}

const spoken = ({ name }: Program, command: CommandForm): Spoken => ({
  full: `${name} ${command.name}`,
  hint: `See: ${name} help ${command.name}`,
})

/** Names the option that the user may have meant; the text after `=` is not shown, because it may be a secret. */
const unknownOption = (option: string, name: string, options: Options, { full, hint }: Spoken) => {
  const guess = closestWord(name, Object.keys(options))
  return new UsageError(`${full} has no option ${option}.`, guess ? `Did you mean --${guess}?` : hint)
}

/** One option as typed: its name, and the attached value (`--name=value`, `-nvalue`). */
interface Typed {
  readonly name: string
  readonly spec: Options[string]
  readonly attached: string | null
}

function longOption(word: string, specs: Options, spokenAs: Spoken): Typed {
  const index = word.indexOf('=')
  const name = word.slice(2, index < 0 ? undefined : index)
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined
  if (!spec) throw unknownOption(`--${name}`, name, specs, spokenAs)
  return { name, spec, attached: index < 0 ? null : word.slice(index + 1) }
}

/** `-x`, `-xVALUE`, or several flags in one word. */
function shortOptions(word: string, specs: Options, spokenAs: Spoken): Typed[] {
  const typed: Typed[] = []
  for (let index = 1; index < word.length; index++) {
    const letter = word[index]
    const entry = Object.entries(specs).find(([, { short }]) => short === letter)
    if (!entry) throw unknownOption(`-${letter}`, '', specs, spokenAs)
    const [name, spec] = entry
    const after = word.slice(index + 1)
    if (spec.type === 'boolean') typed.push({ name, spec, attached: null })
    else return [...typed, { name, spec, attached: after === '' ? null : after }]
  }
  return typed
}

/**
 * The value of an option. Without `=`, a word that begins with a dash is the next option and not a value, except `-`
 * alone.
 */
function valueFor({ name, spec, attached }: Typed, next: () => string | undefined, hint: string) {
  if (spec.type === 'boolean') {
    if (attached !== null) throw new UsageError(`--${name} takes no value.`, hint)
    return true
  }
  const value = attached ?? next()
  if (value === undefined || value === '')
    throw new UsageError(`--${name} needs a value: ${spec.value}.`, hint)
  if (spec.choices && !spec.choices.includes(value))
    throw new UsageError(`--${name} must be one of: ${spec.choices.join(', ')}.`)
  return value
}

/** @throws UsageError for commas alone */
function valuesIn({ name, spec }: Typed, text: string, hint: string): readonly string[] {
  if (spec.type !== 'list' || !spec.commas) return [text]
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
  if (values.length === 0) throw new UsageError(`--${name} needs a value: ${spec.value}.`, hint)
  return values
}

/** Only the first word is shown: those after it may contain a secret. */
const dashesMissing = ({ full }: Spoken, word: string) =>
  new UsageError(
    'Put -- before the command.',
    `For example: ${full} -- ${sanitize(word.slice(0, 60))}${word.length > 60 ? '…' : ''} …`,
  )

const absent = { boolean: false, string: undefined, list: [] } as const

/** @throws UsageError */
export function checkOperands(program: Program, command: CommandForm, count: number): void {
  const { full, hint } = spoken(program, command)
  const { operands } = command
  const [minimum, maximum] = operandLimits(command)
  if (count < minimum) throw new UsageError(`${full} needs ${operands}.`, hint)
  if (count > maximum)
    throw new UsageError(
      maximum === 0 ? `${full} takes no operands.` : `${full} takes fewer operands: ${operands}.`,
      hint,
    )
}

/**
 * Parses the words after a command's name. Everything after the first `--` is passed on as typed. @throws UsageError
 */
export function parseArguments<O extends Options>(
  program: Program,
  command: CommandForm<O>,
  words: readonly string[],
): ParsedWords<O> {
  const spokenAs = spoken(program, command)
  const specs: Options = { ...command.options, ...program.everywhere }
  const dashes = words.indexOf('--')
  const before = dashes < 0 ? words : words.slice(0, dashes)
  const after = dashes < 0 ? [] : words.slice(dashes + 1)

  const values: Record<string, OptionValues<Options>[string]> = Object.fromEntries(
    Object.entries(specs).map(([name, { type }]) => [name, absent[type]]),
  )
  const operands: string[] = []
  for (let index = 0; index < before.length; index++) {
    const word = before[index] ?? ''
    const next = () => {
      const following = before[index + 1]
      const isValue = following === '-' || following?.startsWith('-') === false
      return isValue ? before[++index] : undefined
    }
    const add = (typed: Typed) => {
      const value = valueFor(typed, next, spokenAs.hint)
      const earlier = values[typed.name]
      values[typed.name] = Array.isArray(earlier)
        ? [...earlier, ...valuesIn(typed, String(value), spokenAs.hint)]
        : value
    }
    if (word.startsWith('--')) {
      add(longOption(word, specs, spokenAs))
    } else if (word.startsWith('-') && word !== '-') {
      for (const typed of shortOptions(word, specs, spokenAs)) add(typed)
    } else if (command.takesRest) throw dashesMissing(spokenAs, word)
    else operands.push(word)
  }

  const options = values as OptionValues<O>
  if (command.takesRest) return { options, operands, rest: after }
  return { options, operands: [...operands, ...after], rest: [] }
}

/**
 * Edits that turn `from` into `to`, or `limit` if there are as many or more: insert, delete, replace, or swap of two
 * neighbours. A row has the columns less than `limit` from its own number; others need as many edits.
 */
function distance(from: string, to: string, limit: number): number {
  const reach = limit - 1
  const width = 2 * reach + 1
  let before: number[] = []
  let last = Array.from({ length: width }, (_, index) => (index < reach ? limit : index - reach))
  for (let row = 1; row <= from.length; row++) {
    const now: number[] = []
    let fewest = limit
    for (let index = 0; index < width; index++) {
      const column = row + index - reach
      if (column <= 0) now.push(column === 0 ? row : limit)
      else {
        const same = from[row - 1] === to[column - 1]
        const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
        now.push(
          Math.min(
            (last[index + 1] ?? limit) + 1,
            (now[index - 1] ?? limit) + 1,
            (last[index] ?? limit) + (same ? 0 : 1),
            swapped ? (before[index] ?? limit) + 1 : limit,
          ),
        )
      }
      fewest = Math.min(fewest, now[index] ?? limit)
    }
    if (fewest >= limit) return limit
    before = last
    last = now
  }
  return last[to.length - from.length + reach] ?? limit
}

/** The known word for which `word` is most likely a typing error; null when none is close. */
export function closestWord(word: string, known: readonly string[]): string | null {
  const steps = closestWordSteps(word, known)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** `closestWord`, with a pause after every 64 known words. */
export function* closestWordSteps(
  word: string,
  known: readonly string[],
): Generator<undefined, string | null> {
  const lower = word.toLowerCase()
  if (lower.length >= 2) {
    const completed = known.filter((candidate) => candidate.toLowerCase().startsWith(lower))
    if (completed.length === 1) return completed[0] ?? null
  }
  let best: string | null = null
  let fewest = Math.min(2, Math.floor(word.length / 2)) + 1
  for (const [index, candidate] of known.entries()) {
    if (index % 64 === 63) yield
    const edits = distance(lower, candidate.toLowerCase(), fewest)
    if (edits < fewest) {
      fewest = edits
      best = candidate
    }
  }
  return best
}

/**
 * Why words name no command, with the one that is most likely meant.
 * @param words the command, after the one that it belongs to, if any
 * @param known the commands there
 */
export function unknownCommand(
  { name }: Program,
  words: readonly string[],
  known: readonly string[],
): UsageError {
  const before = words.slice(0, -1)
  const word = words.at(-1) ?? ''
  const guess = closestWord(word, known)
  return new UsageError(
    `There is no command “${[...before, word.slice(0, 40)].join(' ')}”.`,
    guess
      ? `Did you mean: ${[name, ...before, guess].join(' ')}`
      : `See: ${[name, 'help', ...before].join(' ')}`,
  )
}
