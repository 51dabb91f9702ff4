import { useEffect, useEffectEvent } from 'react'

const takesNoText = /^(checkbox|button|submit|reset|file|range|color)$/

const typesText = (target: EventTarget | null) => {
  if (target instanceof HTMLInputElement) return !takesNoText.test(target.type)
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

export const insideOverlay = () =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null

interface Options {
  /** With ⌘ on a Mac and Ctrl elsewhere; also works in text fields. */
  command?: boolean
  enabled?: boolean
}

/** Runs when a key is pressed outside fields, menus and dialogs. `/` and `?` are given as typed characters. */
export function useShortcut(key: string, run: () => void, { command = false, enabled = true }: Options = {}) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || event.defaultPrevented || event.altKey) return
    if (command !== (event.metaKey || event.ctrlKey)) return
    if (!command && (typesText(event.target) || insideOverlay())) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!enabled) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled])
}

/**
 * Whether the user moves between tabs with the arrow keys. A tab's content must not take the focus then, or the next
 * arrow key would go to it. Clicking a tab marks the list, and does not count.
 */
export const isTabFocused = () =>
  document.activeElement?.closest('[role=tablist]:not([data-pressed])') != null
