import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { parseJson } from '@envhold/formats/parse-json.ts'
import { type Preview, previewImport, type TextReader } from '../../workbench/import/import-preview.ts'

const readAny: TextReader = (text) =>
  text.trimStart().startsWith('{')
    ? { variables: parseJson(text), warnings: [], noteWarnings: [] }
    : readDotenv(text)

/** Reads a pasted `.env` text, or a JSON object of strings. */
export const previewPasted = (text: string): Preview => previewImport(text, new Map(), 'merge', readAny)

const liveKey = /^(?:sk|rk|pk)_live_/

/** What is worth a second look, by key; never with a value. */
export function warningsOf(
  preview: Extract<Preview, { kind: 'ready' }>,
  target: { readonly name: string; readonly isProtected: boolean },
): ReadonlyMap<string, string> {
  const doubts = new Map<string, string>()
  for (const { key, problem } of preview.warnings) if (key && !doubts.has(key)) doubts.set(key, problem)
  if (!target.isProtected)
    for (const [key, { value }] of preview.after)
      if (liveKey.test(value) && !doubts.has(key))
        doubts.set(key, `looks like a live key, and ${target.name || 'the environment'} is not protected`)
  return doubts
}
