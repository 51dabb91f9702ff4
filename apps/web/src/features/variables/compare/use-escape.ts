import { useEffect, useEffectEvent } from 'react'

/** Esc anywhere on the page, save where a list or a dialog that is open takes it for itself. */
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
