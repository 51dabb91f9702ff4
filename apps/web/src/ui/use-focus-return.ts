import { useState } from 'react'

/** What has the focus, or the button of the menu that is about to close. */
const focused = (): Element | null => {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

/** It and everything it stands in, from the inside out. */
function pathOf(element: Element | null): readonly Element[] {
  const path: Element[] = []
  for (let at = element; at; at = at.parentElement) path.push(at)
  return path
}

const takesFocus = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * Where the focus goes: the opener, or something in the nearest that is left of what it stood in; nowhere if what
 * closed together with this has given it back already.
 */
function nearestFocusable([opener, ...around]: readonly Element[]): Element | null | undefined {
  if (opener?.isConnected) return opener
  if (document.activeElement !== document.body) return null
  const near = around.find(({ isConnected }) => isConnected)
  if (!near?.closest('main') || near.matches('main')) return document.querySelector('main')
  return near.querySelector(takesFocus) ?? document.querySelector('main')
}

/**
 * Remembers where the focus was when something opened, and answers how to give it back there when that closes. What
 * opened a confirmation is often gone once it was confirmed: then the focus stays near.
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
