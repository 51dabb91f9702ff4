import { existingKey } from '@envhold/contract/fields.ts'
import { limits } from '@envhold/contract/limits.ts'
import { variableValue } from '@envhold/contract/variables/variable-fields.ts'
import { type Difference, difference } from '@envhold/formats/difference.ts'
import { FormatError, type FormatProblem } from '@envhold/formats/format-error.ts'
import { findHazards } from '@envhold/formats/hazards.ts'
import { type ReadDotenv, readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { finishSteps, isPause, type Steps } from '@envhold/formats/steps.ts'
import {
  combineVariables,
  isSameInDetail,
  sizeOf,
  type Variables,
  type WriteMode,
} from '@envhold/formats/variables.ts'
import { formatCount } from '../../../ui/text/format.ts'

/** A text to import. */
export interface ImportSource {
  readonly text: string
  /** Where the text came from, when it was a file. */
  readonly file?: string
}

export type Preview =
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly problems: readonly FormatProblem[] }
  | {
      readonly kind: 'ready'
      readonly changes: Difference
      /** Variables that are only in the environment, and are kept because the mode is `merge`. */
      readonly untouched: readonly string[]
      /** The variables of the environment before and after it. */
      readonly before: Variables
      readonly after: Variables
      /** The variables of the text. */
      readonly read: Variables
      readonly count: number
      /** Notes of the text that are new or other than before, by key. */
      readonly notes: ReadonlyMap<string, string>
      readonly warnings: readonly FormatProblem[]
    }

const problemOf = (key: string, value: string): string | undefined => {
  if (key.length > limits.variableKeyLength)
    return `A name may have ${limits.variableKeyLength} characters at most`
  if (value.length > limits.valueBytes) return 'A value can be at most 64 KiB'
  return (existingKey.safeParse(key).error ?? variableValue.safeParse(value).error)?.issues[0]?.message
}

function* problemSteps(read: Variables): Steps<FormatProblem[]> {
  const problems: FormatProblem[] = []
  let count = 0
  for (const [key, { value }] of read) {
    if (isPause(++count)) yield
    const problem = problemOf(key, value)
    if (problem !== undefined) problems.push({ line: 0, key: key.slice(0, 60), problem })
  }
  return problems
}

const sizeProblem = (after: Variables): string | undefined => {
  if (after.size > limits.environmentVariables)
    return `An environment may hold 2,000 variables at most; this would make ${formatCount(after.size)}`
  return sizeOf(after) > limits.environmentBytes ? 'An environment may hold 1 MiB at most' : undefined
}

/** Reads a whole text. @throws FormatError */
export type TextReader = (text: string) => ReadDotenv

/** Previews importing `text` into `before`, with the server's parser unless `reader` is another one. */
export function previewImport(
  text: string,
  before: Variables,
  mode: WriteMode,
  reader: TextReader = readDotenv,
): Preview {
  if (text.trim() === '') return { kind: 'empty' }
  let read: ReadDotenv
  try {
    read = reader(text)
  } catch (error) {
    if (error instanceof FormatError) return { kind: 'refused', problems: error.problems }
    throw error
  }
  return finishSteps(previewSteps(read, before, mode))
}

/** Previews writing what was read, with pauses. */
export function* previewSteps(read: ReadDotenv, before: Variables, mode: WriteMode): Steps<Preview> {
  const { variables } = read
  if (variables.size === 0) return { kind: 'empty' }
  const after = combineVariables(before, variables, mode)
  const tooMuch = sizeProblem(after)
  yield
  const problems = yield* problemSteps(variables)
  if (tooMuch) problems.push({ line: 0, problem: tooMuch })
  if (problems.length > 0) return { kind: 'refused', problems }
  yield
  const changes = difference(before, after, isSameInDetail)
  yield
  const hazards = findHazards(variables).map(({ key, problem }) => ({ line: 0, key, problem }))
  yield
  const untouched = mode === 'merge' ? changes.unchanged.filter((key) => !variables.has(key)) : []
  return {
    kind: 'ready',
    changes: { ...changes, unchanged: changes.unchanged.filter((key) => variables.has(key)) },
    untouched,
    before,
    after,
    read: variables,
    count: variables.size,
    notes: newNotes(variables, before),
    warnings: [...read.warnings, ...read.noteWarnings, ...hazards],
  }
}

function newNotes(variables: Variables, before: Variables): Map<string, string> {
  const notes = new Map<string, string>()
  for (const [key, { note }] of variables)
    if (note !== undefined && note !== before.get(key)?.note) notes.set(key, note)
  return notes
}

/** Whether pasted text looks like a `.env` file. */
export function looksLikeDotenv(text: string): boolean {
  return /^[\t ]*(?:export[\t ]+)?[A-Za-z_][A-Za-z0-9_]*[\t ]*=/m.test(text)
}

export type TextFormat = 'dotenv' | 'json' | 'yaml'

/** As the user reads them. */
export const formatNames: Readonly<Record<TextFormat, string>> = {
  dotenv: '.env',
  json: 'JSON',
  yaml: 'YAML',
}

/** The format of a text: by the name of its file, otherwise by its first line that is not a comment. */
export function formatOf({ text, file = '' }: ImportSource): TextFormat {
  if (/\.json$/i.test(file)) return 'json'
  if (/\.ya?ml$/i.test(file)) return 'yaml'
  if (/^\uFEFF?\s*\{/.test(text)) return 'json'
  const first = text.split('\n').find((line) => !/^\s*(?:#|$)/.test(line)) ?? ''
  return /^(?:---|["']?\w+["']?:(?:\s|$))/.test(first) ? 'yaml' : 'dotenv'
}

/** The text of a chosen or dropped file. @throws Error with a message to display. */
export async function readFile(file: File): Promise<{ text: string; file: string }> {
  if (file.size > limits.environmentBytes)
    throw new Error(`${file.name} is larger than 1 MiB, the most an environment holds`)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return { text, file: file.name }
  } catch {
    throw new Error(`${file.name} is not a UTF-8 text`)
  }
}
