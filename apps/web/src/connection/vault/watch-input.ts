import type { AutoLock } from './auto-lock.ts'

const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const wakeups = ['focus', 'pageshow', 'resume', 'online'] as const

/**
 * Reports every input on the page to the auto-lock before other handlers run, and makes it check the clock whenever
 * the page becomes active again.
 */
export function watchInput({ touch, check }: Pick<AutoLock, 'touch' | 'check'>): void {
  const options = { capture: true, passive: true }
  for (const name of inputs) window.addEventListener(name, touch, options)
  // Browsers send a move event without movement when the page changes below a resting mouse.
  const moved = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && touch()
  window.addEventListener('pointermove', moved, options)
  for (const name of wakeups) window.addEventListener(name, check)
  document.addEventListener('visibilitychange', check)
}
