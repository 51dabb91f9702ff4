import { parseArgs } from 'node:util'
import type { Command, Options, OptionValues } from './command.ts'
import { everywhere } from './command.ts'
import { nearest } from './nearest.ts'
import { UsageError } from './user-error.ts'

export interface ParsedWords {
  readonly options: OptionValues<Options>
  readonly operands: string[]
  readonly rest: string[]
}

const helpHint = (command: Command) => `See: envhold help ${command.name}`

/** Names the option the user may have meant. Node's own message quotes what was typed, and that may hold a value. */
const unknownOption = (name: string, options: Options, command: Command) => {
  const known = Object.keys(options)
  const guess = nearest(name, known)
  return new UsageError(
    `envhold ${command.name} knows no option ${name.length === 1 ? '-' : '--'}${name}.`,
    guess ? `Did you mean --${guess}?` : helpHint(command),
  )
}

/** Everything after the first `--` is the rest, left as it was typed. */
const splitAtDashes = (words: readonly string[]): [string[], string[] | null] => {
  const at = words.indexOf('--')
  return at < 0 ? [[...words], null] : [words.slice(0, at), words.slice(at + 1)]
}

/** Reads the words that follow a command's name. @throws UsageError */
export function parseWords(command: Command, words: readonly string[]): ParsedWords {
  const specs: Options = { ...command.options, ...everywhere }
  const [before, after] = splitAtDashes(words)
  const { tokens } = parseArgs({
    args: before,
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(specs).map(([name, { type, short }]) => [name, short ? { type, short } : { type }]),
    ),
  })

  const values: Record<string, string | boolean | undefined> = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [name, spec.type === 'boolean' ? false : undefined]),
  )
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined
    if (!spec) throw unknownOption(token.name, specs, command)
    if (spec.type === 'boolean') {
      if (token.inlineValue) throw new UsageError(`--${token.name} takes no value.`, helpHint(command))
      values[token.name] = true
      continue
    }
    // Without `=`, a word that begins with a dash is the next option and not this one's value; `-` alone is a value.
    const missing =
      token.value === undefined || (!token.inlineValue && token.value.startsWith('-') && token.value !== '-')
    if (missing || token.value === '')
      throw new UsageError(`--${token.name} needs a value: ${spec.value}.`, helpHint(command))
    if (spec.choices && !spec.choices.includes(token.value ?? ''))
      throw new UsageError(`--${token.name} is one of: ${spec.choices.join(', ')}.`)
    values[token.name] = token.value
  }

  if (command.takesRest) return { options: values, operands, rest: after ?? [] }
  return { options: values, operands: [...operands, ...(after ?? [])], rest: [] }
}
