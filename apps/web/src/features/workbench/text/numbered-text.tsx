import { type ComponentProps, memo, useMemo, useRef } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { asTyped } from '../../../ui/forms/input.tsx'
import { notFilled } from '../../../ui/forms/text-field.tsx'

interface Props extends ComponentProps<'textarea'> {
  value: string
  /** Lines with problems or warnings. */
  marked: readonly { readonly line: number }[]
  /** They are problems, not warnings. */
  isBad: boolean
}

/** Text in lines that do not wrap, numbered at the side. */
export function NumberedText({ marked, isBad, ...field }: Props) {
  const gutter = useRef<HTMLDivElement>(null)
  const count = useMemo(() => field.value.split('\n').length, [field.value])
  const lines = useMemo(
    () => [...new Set(marked.map(({ line }) => line))].filter((line) => line > 0 && line <= count),
    [marked, count],
  )
  return (
    <div className="grid h-[clamp(12rem,calc(100dvh-20rem),60rem)] grid-cols-[auto_minmax(0,1fr)] overflow-hidden rounded-lg border border-control-line bg-surface font-mono text-small focus-within:outline-2 focus-within:outline-accent">
      <div
        aria-hidden="true"
        className="overflow-hidden border-r bg-sunken text-right text-ink-3 select-none"
      >
        <div ref={gutter}>
          <LineNumbers count={count} marked={lines} bad={isBad} />
        </div>
      </div>
      <textarea
        {...field}
        aria-invalid={(isBad && marked.length > 0) || undefined}
        onScroll={({ currentTarget }) => {
          if (gutter.current) gutter.current.style.transform = `translateY(${-currentTarget.scrollTop}px)`
        }}
        wrap="off"
        {...notFilled}
        {...asTyped}
        className="size-full resize-none overflow-auto bg-transparent px-3 py-2 leading-5 whitespace-pre text-ink outline-none pointer-coarse:text-[1rem]"
      />
    </div>
  )
}

interface LineNumbersProps {
  count: number
  /** Lines that stand out. */
  marked: readonly number[]
  bad: boolean
}

/** One text for all numbers: a row for each would be rendered again with every key. */
const LineNumbers = memo(function LineNumbers({ count, marked, bad }: LineNumbersProps) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1).join('\n')
  return (
    <div className="relative min-w-10 px-2 py-2 leading-5 whitespace-pre">
      {numbers}
      {marked.map((line) => (
        <span
          key={line}
          style={{ top: `${(line - 1) * 1.25 + 0.5}rem` }}
          className={cn('absolute right-2 bg-sunken font-semibold', bad ? 'text-bad' : 'text-warn')}
        >
          {line}
        </span>
      ))}
    </div>
  )
})
