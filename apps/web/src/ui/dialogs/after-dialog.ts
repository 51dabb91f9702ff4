/** Longer than a closing dialog takes to restore the focus. */
const closedAfterMs = 100

/**
 * Runs something that moves the focus, once a dialog has closed.
 * @returns a function that cancels it
 */
export function afterDialog(run: () => void): () => void {
  const timer = setTimeout(run, closedAfterMs)
  return () => clearTimeout(timer)
}
