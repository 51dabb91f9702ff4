import { TriangleAlert } from 'lucide-react'
import { Masked } from '../../../ui/text/masked.tsx'

interface Props {
  keys: readonly string[]
  /** What is worth a second look, by key. */
  doubts: ReadonlyMap<string, string>
}

/** The keys of a pasted text. Values stay hidden. */
export const FoundKeys = ({ keys, doubts }: Props) => (
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
