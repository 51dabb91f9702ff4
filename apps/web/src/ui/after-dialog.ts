/** Longer than a dialog that closes takes to give the focus back to what opened it. */
const closedAfterMs = 100

/**
 * Runs something that moves the focus, once a dialog has closed.
 * @returns what calls it off
 */
export function afterDialog(run: () => void): () => void {
  const timer = setTimeout(run, closedAfterMs)
  return () => clearTimeout(timer)
}
