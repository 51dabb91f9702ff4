import { Slot } from 'radix-ui'
import type { PointerEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { deferred } from './deferred.tsx'

const TooltipBubble = deferred(async () => (await import('./tooltip-bubble.tsx')).TooltipBubble)

const openAfterMs = 300
/** Time to move from the trigger onto the text. */
const closeAfterMs = 100

/**
 * Says more about what it wraps; never the only place where something is said. Without a text it shows nothing, and
 * what it wraps keeps its place and the focus when a text comes. The code that places the text comes later.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
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
  const shown = anchor && text ? anchor : null
  return (
    <>
      <Slot.Root
        {...(shown && { 'aria-describedby': id })}
        onPointerEnter={enter}
        onPointerLeave={() => set(null, closeAfterMs)}
        onPointerDown={() => set(null)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && set(currentTarget)}
        onBlur={() => set(null)}
      >
        {children}
      </Slot.Root>
      {shown && (
        <TooltipBubble
          id={id}
          anchor={shown}
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
