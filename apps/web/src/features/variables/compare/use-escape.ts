import { useEffect, useEffectEvent } from 'react'

/** Handles Esc anywhere on the page, unless an open list or dialog handles it. */
export function useEscape(run: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return
    run()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
