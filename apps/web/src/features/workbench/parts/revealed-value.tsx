import { MarkedText } from '../../../ui/text/marked-text.tsx'

/** A value in the clear, with its own scroll when it is long, and a sign at each character that does not show. */
export function RevealedValue({ value }: { value: string }) {
  if (value === '') return <output className="text-small text-ink-3 italic">empty</output>
  return (
    <output className="max-h-60 min-w-0 overflow-y-auto py-1 font-mono text-small break-all whitespace-pre-wrap">
      <MarkedText text={value} />
    </output>
  )
}
