interface Steps {
  /** Has some environments re-keyed, and says how many wait still. */
  readonly step: () => Promise<{ readonly rekeyed: number; readonly remaining: number }>
  readonly onProgress: (remaining: number) => void
  readonly signal: AbortSignal
}

/** Somebody else may be at it: a step that does nothing is no failure yet. */
const maxIdleSteps = 3

/** Environments wait, and nothing that is done here changes that. */
export class NoProgressError extends Error {}

/**
 * Step by step, until no environment waits for a new key. What was done stays done: it can be called again after a
 * failure.
 */
export async function rekeyAll({ step, onProgress, signal }: Steps): Promise<void> {
  for (let idle = 0; ; ) {
    signal.throwIfAborted()
    const { rekeyed, remaining } = await step()
    onProgress(remaining)
    if (remaining === 0) return
    idle = rekeyed === 0 ? idle + 1 : 0
    if (idle === maxIdleSteps) throw new NoProgressError()
  }
}
