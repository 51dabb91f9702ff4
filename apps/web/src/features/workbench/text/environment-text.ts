import { commentNames, type DetailsPatch } from '@envhold/formats/fields/every-field.ts'
import { FormatError, type FormatProblem } from '@envhold/formats/format-error.ts'
import { type ReadDotenv, readDotenvSteps } from '@envhold/formats/parse-dotenv.ts'
import { renderDotenv } from '@envhold/formats/render-dotenv.ts'
import type { Steps } from '@envhold/formats/steps.ts'
import { patchDetails, pickVariables, type Variables } from '@envhold/formats/variables.ts'
import { type Edits, editsBetween, type OpenedText } from '../drafts/edits.ts'
import { previewSteps } from '../import/import-preview.ts'

/** Sorted by key, so that the same variables are always the same text. */
const sorted = (variables: Variables): Variables =>
  new Map([...variables].sort(([left], [right]) => (left < right ? -1 : 1)))

const render = (variables: Variables) => renderDotenv(variables, undefined, { notes: true }).text

/** An environment as one `.env` text, in the order of keys. Notes are the comments above their variables. */
export function textOf(variables: Variables): Pick<OpenedText, 'text' | 'leftOut'> {
  const all = sorted(variables)
  try {
    return { text: render(all), leftOut: [] }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const out = new Set(error.problems.flatMap(({ key }) => key ?? []))
    const written = new Map([...all].filter(([key]) => !out.has(key)))
    return { text: render(written), leftOut: [...variables.keys()].filter((key) => out.has(key)) }
  }
}

/** An environment as it is shown as a text. */
export function openedAt(version: number, base: Variables): OpenedText {
  const { text: stored, leftOut } = textOf(base)
  return { version, base, stored, text: stored, leftOut }
}

export type TextReading =
  | { readonly kind: 'refused'; readonly problems: readonly FormatProblem[] }
  | { readonly kind: 'read'; readonly edits: Edits; readonly warnings: readonly FormatProblem[] }

export const unedited: TextReading = { kind: 'read', edits: new Map(), warnings: [] }

const noComments: DetailsPatch = Object.fromEntries(commentNames.map((name) => [name, null]))

/**
 * What saving `text` would change in an environment that holds `base`. The whole text is in view, so a comment that is
 * gone is a note that is removed; a comment that cannot be a note leaves the note as it is.
 */
export function* readTextSteps(
  text: string,
  base: Variables,
  leftOut: readonly string[],
): Steps<TextReading> {
  let read: ReadDotenv
  try {
    read = yield* readDotenvSteps(text)
  } catch (error) {
    if (error instanceof FormatError) return { kind: 'refused', problems: error.problems }
    throw error
  }
  yield
  const bare = new Map(Array.from(base, ([key, variable]) => [key, patchDetails(variable, noComments)]))
  const preview = yield* previewSteps(read, bare, 'replace')
  if (preview.kind === 'refused') return preview
  yield
  const after = new Map(preview.kind === 'ready' ? preview.after : [])
  const kept = [
    ...leftOut.filter((key) => !after.has(key)),
    ...read.noteWarnings.flatMap(({ key }) => key ?? []),
  ]
  for (const [key, variable] of pickVariables(base, kept)) after.set(key, { ...variable, ...after.get(key) })
  yield
  const edits = editsBetween(base, after)
  const warnings = preview.kind === 'ready' ? preview.warnings : []
  return {
    kind: 'read',
    edits,
    // Values that nobody touched are as we write them.
    warnings: warnings.filter(({ key = '' }) => edits.get(key)?.value !== undefined || kept.includes(key)),
  }
}
