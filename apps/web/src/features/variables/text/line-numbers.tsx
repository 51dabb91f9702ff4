import { memo } from 'react'
import { cn } from '../../../ui/class-names.ts'

interface Props {
  count: number
  /** Lines that stand out. */
  marked: readonly number[]
  bad: boolean
}

/** One text for all numbers: a row for each would be rendered again with every key. */
export const LineNumbers = memo(function LineNumbers({ count, marked, bad }: Props) {
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
