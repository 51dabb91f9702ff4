import type { Steps } from '@envhold/formats/steps.ts'

/** How long a slice of work may keep the browser from reacting. */
const sliceMs = 12

const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Runs work in slices, between which the browser handles input. @returns undefined once `signal` is aborted */
export async function runInSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  for (;;) {
    const end = performance.now() + sliceMs
    while (performance.now() < end) {
      const { done, value } = steps.next()
      if (done) return value
    }
    await nextTask()
    if (signal.aborted) return undefined
  }
}
