interface Steps {
  /** Re-keys some environments and returns how many are left. */
  readonly step: () => Promise<{ readonly rekeyed: number; readonly remaining: number }>
  readonly onProgress: (remaining: number) => void
  readonly signal: AbortSignal
}

/** Another client may be re-keying too, so a step without progress is not a failure yet. */
const maxIdleSteps = 3

/** Environments are left, but no step makes progress. */
export class NoProgressError extends Error {}

/** Repeats until no environment needs a new key. Progress is kept: it can be called again after a failure. */
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
