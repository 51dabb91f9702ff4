import { TriangleAlert } from 'lucide-react'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { Masked } from '../../../ui/text/masked.tsx'

interface Props {
  text: string
  busy: boolean
  onText: (text: string) => void
  /** A whole text was pasted into the empty field. */
  onPaste: (text: string) => void
}

/** The text itself, to paste or to type. */
export const PasteText = ({ text, busy, onText, onPaste }: Props) => (
  <Textarea
    aria-label="Text of the .env file"
    value={text}
    onChange={(event) => onText(event.target.value)}
    onPaste={(event) => {
      if (text.trim() !== '') return
      event.preventDefault()
      onPaste(event.clipboardData.getData('text'))
    }}
    disabled={busy}
    autoComplete="off"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    placeholder={'DATABASE_URL=postgres://…\nAPI_TOKEN=…'}
    rows={6}
    className="block max-h-[40vh] resize-y rounded-none border-0 px-4 font-mono text-small focus-visible:-outline-offset-2"
  />
)

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
