import type { Ref } from 'react'
import { useMemo, useRef } from 'react'
import { cn } from '../../../ui/class-names.ts'

interface Props {
  ref: Ref<HTMLTextAreaElement>
  label: string
  text: string
  readOnly: boolean
  /** Lines with problems or warnings. */
  flagged: readonly { readonly line: number }[]
  /** They are problems, not warnings. */
  bad: boolean
  onText: (text: string) => void
}

/** Text in lines that do not wrap, numbered at the side. */
export function NumberedText({ ref, label, text, readOnly, flagged, bad, onText }: Props) {
  const gutter = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => {
    const marked = new Set(flagged.map(({ line }) => line))
    return text.split('\n').map((_, index) => ({ line: index + 1, marked: marked.has(index + 1) }))
  }, [text, flagged])
  return (
    <div className="grid h-[clamp(12rem,calc(100dvh-33rem),40rem)] grid-cols-[auto_minmax(0,1fr)] overflow-hidden rounded-lg border border-control-line bg-surface font-mono text-small focus-within:outline-2 focus-within:outline-accent">
      <div
        aria-hidden="true"
        className="overflow-hidden border-r bg-sunken text-right text-ink-3 select-none"
      >
        <div ref={gutter} className="px-2 py-2">
          {lines.map(({ line, marked }) => (
            <div
              key={line}
              className={cn(
                'h-5 min-w-6 leading-5 [contain-intrinsic-size:auto_20px]',
                marked && (bad ? 'font-medium text-bad' : 'font-medium text-warn'),
              )}
            >
              {line}
            </div>
          ))}
        </div>
      </div>
      <textarea
        ref={ref}
        aria-label={label}
        aria-invalid={(bad && flagged.length > 0) || undefined}
        value={text}
        readOnly={readOnly}
        onChange={(event) => onText(event.target.value)}
        onScroll={({ currentTarget }) => {
          if (gutter.current) gutter.current.style.transform = `translateY(${-currentTarget.scrollTop}px)`
        }}
        wrap="off"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
        className="size-full resize-none overflow-auto bg-transparent px-3 py-2 leading-5 whitespace-pre text-ink outline-none pointer-coarse:text-[1rem]"
      />
    </div>
  )
}
