import { useCallback, useEffect, useRef, useState } from 'react'
import { createStore } from '../create-store.ts'

/** How many dialogs and drawers are open. */
export const openDialogs = createStore(0)

export function useOpenDialog(open: boolean): void {
  useEffect(() => {
    if (!open) return
    openDialogs.set(openDialogs.read() + 1)
    return () => openDialogs.set(openDialogs.read() - 1)
  }, [open])
}

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

/** The focused element, or the trigger of the menu that is about to close. */
const focused = (): Element | null => {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

/** The element and its ancestors, innermost first. */
function pathOf(element: Element | null): readonly Element[] {
  const path: Element[] = []
  for (let at = element; at; at = at.parentElement) path.push(at)
  return path
}

const takesFocus = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * The element to focus: the opener, or something in its nearest ancestor that still exists; none if another dialog
 * that closed at the same time has already restored the focus.
 */
function nearestFocusable([opener, ...around]: readonly Element[]): Element | null | undefined {
  if (opener?.isConnected) return opener
  if (document.activeElement !== document.body) return null
  const near = around.find(({ isConnected }) => isConnected)
  if (!near?.closest('main') || near.matches('main')) return document.querySelector('main')
  return near.querySelector(takesFocus) ?? document.querySelector('main')
}

/**
 * Remembers the focused element when something opens, and returns a handler that restores the focus on close. The
 * opener of a confirmation is often removed by the action: then something near it is focused.
 */
export function useFocusReturn(open: boolean) {
  const [wasOpen, setWasOpen] = useState(false)
  const [path, setPath] = useState<readonly Element[]>([])
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setPath(pathOf(focused()))
  }
  return (event: Event) => {
    event.preventDefault()
    const place = nearestFocusable(path)
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
  }
}

/** Esc clears a search before it closes the dialog around it. */
export const isFilledSearch = (target: EventTarget | null) =>
  target instanceof HTMLInputElement &&
  (target.type === 'search' || target.role === 'combobox') &&
  target.value !== ''
