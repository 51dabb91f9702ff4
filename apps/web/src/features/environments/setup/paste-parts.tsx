import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { readJson } from '@envhold/formats/parse-json.ts'
import { TriangleAlert } from 'lucide-react'
import { Masked } from '../../../ui/text/marked-text.tsx'
import { type Preview, previewImport, type TextReader } from '../../workbench/import/import-preview.ts'

interface FoundKeysProps {
  keys: readonly string[]
  /** What is worth a second look, by key. */
  doubts: ReadonlyMap<string, string>
}

/** The keys of a pasted text. Values stay hidden. */
export const FoundKeys = ({ keys, doubts }: FoundKeysProps) => (
  <ul
    aria-label="Found variables"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard.
    tabIndex={0}
    className="max-h-[45vh] overflow-y-auto py-2 focus-visible:-outline-offset-2"
  >
    {keys.map((key) => (
      <li
        key={key}
        className="grid min-h-8 grid-cols-[minmax(0,15rem)_minmax(0,1fr)] items-center gap-x-4 px-4 py-1 text-small [contain-intrinsic-size:auto_32px] [content-visibility:auto] max-md:grid-cols-1"
      >
        <span title={key} className="truncate font-mono">
          {key}
        </span>
        <span className="flex min-w-0 items-center gap-4">
          <Masked className="shrink-0 max-md:hidden" />
          {doubts.has(key) && (
            <span className="flex min-w-0 items-start gap-1.5 text-warn">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
              {doubts.get(key)}
            </span>
          )}
        </span>
      </li>
    ))}
  </ul>
)

const readAny: TextReader = (text) => (text.trimStart().startsWith('{') ? readJson(text) : readDotenv(text))

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
