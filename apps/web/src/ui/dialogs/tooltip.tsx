import { Slot } from 'radix-ui'
import type { MouseEvent, PointerEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { deferred } from '../deferred.tsx'

const TooltipBubble = deferred(async () => (await import('./tooltip-bubble.tsx')).TooltipBubble)

const openAfterMs = 300
/** Time to move the pointer from the trigger to the text. */
const closeAfterMs = 100

interface Props {
  text: ReactNode
  /** The text says why the child cannot be used: pressing it shows the text instead. */
  blocks?: boolean
  children: ReactNode
}

/**
 * Adds information to its child; never the only place for it. Without a text it shows nothing, and the child keeps
 * its place and focus when a text appears. The code that positions the text is deferred.
 */
export function Tooltip({ text, blocks, children }: Props) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const set = (next: Element | null, afterMs = 0) => {
    clearTimeout(timer.current)
    if (afterMs > 0) timer.current = setTimeout(() => setAnchor(next), afterMs)
    else setAnchor(next)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const enter = ({ currentTarget, pointerType }: PointerEvent) =>
    pointerType !== 'touch' && set(currentTarget, openAfterMs)
  const visible = anchor && text ? anchor : null
  const explain = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    set(event.currentTarget)
  }
  return (
    <>
      <Slot.Root
        {...(visible && { 'aria-describedby': id })}
        {...(blocks && text && { 'aria-disabled': true, onClickCapture: explain })}
        onPointerEnter={enter}
        onPointerLeave={() => set(null, closeAfterMs)}
        onPointerDown={() => set(null)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && set(currentTarget)}
        onBlur={() => set(null)}
      >
        {children}
      </Slot.Root>
      {visible && (
        <TooltipBubble
          id={id}
          anchor={visible}
          onClose={() => set(null)}
          onStay={() => set(anchor)}
          onLeave={() => set(null, closeAfterMs)}
        >
          {text}
        </TooltipBubble>
      )}
    </>
  )
}
