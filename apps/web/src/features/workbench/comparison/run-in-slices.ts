/** Longer work delays what the user does meanwhile. */
const sliceMs = 8

/**
 * Runs work that pauses often: a first slice at once, the others between tasks of the browser. `finish` gets its
 * result, and whether it was there at once. Returns a function that stops it.
 */
export function runInSlices<T>(
  work: Generator<undefined, T>,
  finish: (result: T, atOnce: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const slice = (atOnce: boolean) => {
    const end = performance.now() + sliceMs
    let step = work.next()
    while (!step.done && performance.now() < end) step = work.next()
    if (step.done) finish(step.value, atOnce)
    else timer = setTimeout(slice, 0, false)
  }
  slice(true)
  return () => clearTimeout(timer)
}
