/** Runs at most once in that time: calls until then share the newest run, also while it is under way. */
export function shareRun<T>(freshMs: number, run: () => Promise<T>): () => Promise<T> {
  let newest: { readonly at: number; readonly result: Promise<T> } | undefined
  return () => {
    const at = performance.now()
    if (!newest || at - newest.at >= freshMs) newest = { at, result: run() }
    return newest.result
  }
}
