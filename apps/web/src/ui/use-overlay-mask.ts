import { useCallback, useRef } from 'react'

/** Until then a press may be the second one of a double click on what opened it. */
const doubleClickMs = 500

interface PressOutside {
  readonly detail: { readonly originalEvent: Event }
  preventDefault(): void
}

/**
 * The mask around a dialog. Pressing it closes that; pressing what lies above it, or pressing twice the
 * button that asks for something first, does not: the form that asked would go, and with it what it is answered.
 */
export function useOverlayMask() {
  const mask = useRef<HTMLElement>(null)
  const openedAt = useRef(0)
  const ref = useCallback((node: HTMLElement | null) => {
    mask.current = node
    if (node) openedAt.current = performance.now()
  }, [])
  const onPointerDownOutside = (event: PressOutside) => {
    const isSettled = performance.now() - openedAt.current > doubleClickMs
    if (!isSettled || event.detail.originalEvent.target !== mask.current) event.preventDefault()
  }
  return { ref, onPointerDownOutside }
}
