const inputs = ['pointermove', 'touchstart', 'keydown', 'focusin'] as const

/** Runs something once a person uses the page. */
export function onFirstInput(run: () => void): void {
  const begun = new AbortController()
  const start = () => {
    begun.abort()
    run()
  }
  for (const input of inputs) addEventListener(input, start, { signal: begun.signal, passive: true })
}
