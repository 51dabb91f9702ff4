import { MarkedText } from '../../../ui/text/marked-text.tsx'
import { compareValues } from '../comparison/compare-values.ts'

interface Props {
  /** What it is the value of. */
  label: string
  value: string
  /** A value that it is compared with: what it lacks is marked in the color of the environment. */
  other?: string | undefined
}

/** A value in the clear, with its own scroll when it is long, and a sign at each character that does not show. */
export function RevealedValue({ label, value, other }: Props) {
  if (value === '')
    return (
      <output aria-label={label} className="text-small text-ink-3 italic">
        empty
      </output>
    )
  const parts = other === undefined ? [{ text: value, isOwn: false }] : compareValues(value, other)
  return (
    <output
      aria-label={label}
      className="max-h-60 min-w-0 overflow-y-auto py-1 font-mono text-small break-all whitespace-pre-wrap"
    >
      {parts.map(({ text, isOwn }, at) =>
        isOwn ? (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a value have no other name.
            key={at}
            className="border-b-2 border-(--env) bg-[color-mix(in_srgb,var(--env)_14%,transparent)] text-ink"
          >
            <MarkedText text={text} />
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: likewise.
          <MarkedText key={at} text={text} />
        ),
      )}
    </output>
  )
}
