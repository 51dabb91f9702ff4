import { useEffect } from 'react'
import { useActions, useWorkbench } from '../store/workbench-store.ts'

const shownForMs = 30_000

/** Hides a revealed value when the window loses the focus, and after 30 seconds. */
export function useHideRevealed(): void {
  const { hide, holdRevealed, releaseRevealed } = useActions()
  const revealed = useWorkbench((state) => state.revealed)
  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(hide, shownForMs)
    window.addEventListener('blur', hide)
    window.addEventListener('pointerdown', holdRevealed, true)
    window.addEventListener('pointerup', releaseRevealed, true)
    window.addEventListener('pointercancel', releaseRevealed, true)
    return () => {
      releaseRevealed()
      clearTimeout(timer)
      window.removeEventListener('blur', hide)
      window.removeEventListener('pointerdown', holdRevealed, true)
      window.removeEventListener('pointerup', releaseRevealed, true)
      window.removeEventListener('pointercancel', releaseRevealed, true)
    }
  }, [revealed, hide, holdRevealed, releaseRevealed])
}
