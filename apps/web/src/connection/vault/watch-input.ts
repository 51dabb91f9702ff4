import type { AutoLock } from './auto-lock.ts'

const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const wakeups = ['focus', 'pageshow', 'resume', 'online'] as const

/**
 * Tells the lock of every input on the page, before anything on the page hears of it, and has it look at the clock
 * whenever the page comes back to life.
 */
export function watchInput({ touch, check }: Pick<AutoLock, 'touch' | 'check'>): void {
  const options = { capture: true, passive: true }
  for (const name of inputs) window.addEventListener(name, touch, options)
  // Browsers send a move that is none when the page changes below a mouse that lies still.
  const moved = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && touch()
  window.addEventListener('pointermove', moved, options)
  for (const name of wakeups) window.addEventListener(name, check)
  document.addEventListener('visibilitychange', check)
}
