import { useCallback, useRef } from 'react'

/** Until then a click may be the second one of a double click on the opener. */
const doubleClickMs = 500

interface PressOutside {
  readonly detail: { readonly originalEvent: Event }
  preventDefault(): void
}

/**
 * The overlay behind a dialog. Clicking it closes the dialog. A click on something above it, or the second click of a
 * double click on the opener, does not: the form behind would close too.
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
