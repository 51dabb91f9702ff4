import type { ClipboardEvent } from 'react'
import { cn } from '../class-names.ts'
import { countOf, markInvisible } from './invisible-characters.ts'

/** Browsers leave out a line break at the end of what is selected. */
function copyExactly(event: ClipboardEvent) {
  const selection = getSelection()
  if (!selection?.rangeCount) return
  const range = selection.getRangeAt(0)
  if (!event.currentTarget.contains(range.commonAncestorContainer)) return
  event.clipboardData.setData('text/plain', range.toString())
  event.preventDefault()
}

/**
 * A text with a sign at each character that does not show. The signs are styles, so what is selected and copied is the
 * text alone. Each sign is a box of its own, in which a direction mark turns nothing around.
 */
export function MarkedText({ text }: { text: string }) {
  let position = 0
  const parts = markInvisible(text).map(({ text: part, mark }) => {
    const key = position
    position += part.length
    if (!mark) return part
    return (
      <span
        key={key}
        role="img"
        aria-label={countOf(mark)}
        title={countOf(mark)}
        data-mark={mark.sign}
        className="mx-px inline-block max-w-full rounded-sm bg-warn-soft px-0.5 align-baseline text-[0px] leading-none break-all before:text-[0.6875rem] before:font-semibold before:text-warn before:content-[attr(data-mark)]"
      >
        {part}
      </span>
    )
  })
  return <span onCopy={copyExactly}>{parts}</span>
}

const dots = '•'.repeat(12)

interface Props {
  /** There is nothing to hide. */
  isEmpty?: boolean
  className?: string
}

/** A placeholder for a secret: twelve dots, whatever its length. */
export function Masked({ isEmpty = false, className }: Props) {
  if (isEmpty) return <span className="text-small text-ink-3 italic">empty</span>
  return (
    <span className={cn('text-base leading-5 tracking-[0.18em] text-ink-3 select-none', className)}>
      <span aria-hidden="true">{dots}</span>
      <span className="sr-only">Hidden</span>
    </span>
  )
}
