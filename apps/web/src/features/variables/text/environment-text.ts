import { FormatError } from '@envhold/formats/format-error.ts'
import { renderDotenv } from '@envhold/formats/render-dotenv.ts'
import { pickVariables, type Variables } from '@envhold/formats/variables.ts'
import type { Edits } from '../drafts/edits.ts'
import { editsBetween } from '../drafts/edits.ts'
import type { Note } from '../import/import-preview.ts'
import { previewImport } from '../import/import-preview.ts'

/** An environment as one `.env` text. */
export interface EnvironmentText {
  readonly text: string
  /** Keys whose value a `.env` text cannot represent exactly: they are left out and not changed. */
  readonly leftOut: readonly string[]
}

const problemsOf = (variables: Variables): readonly string[] => {
  try {
    renderDotenv(variables)
    return []
  } catch (error) {
    if (error instanceof FormatError) return error.problems.flatMap(({ key }) => key ?? [])
    throw error
  }
}

/** In the order of keys, so that the same variables are always the same text. */
export function textOf(variables: Variables): EnvironmentText {
  const leftOut = problemsOf(variables)
  const out = new Set(leftOut)
  const written = [...variables].filter(([key]) => !out.has(key)).sort(([a], [b]) => (a < b ? -1 : 1))
  return { text: renderDotenv(new Map(written)).text, leftOut }
}

export type TextReading =
  | { readonly kind: 'refused'; readonly problems: readonly Note[] }
  | { readonly kind: 'read'; readonly edits: Edits; readonly warnings: readonly Note[] }

/** What saving `text` would change in an environment that holds `base`. */
export function readText(text: string, base: Variables, leftOut: readonly string[]): TextReading {
  const preview = previewImport(text, base, 'replace')
  if (preview.kind === 'refused') return preview
  const after = new Map(preview.kind === 'ready' ? preview.after : [])
  for (const [key, variable] of pickVariables(base, leftOut)) if (!after.has(key)) after.set(key, variable)
  return {
    kind: 'read',
    edits: editsBetween(base, after),
    warnings: preview.kind === 'ready' ? preview.warnings : [],
  }
}
