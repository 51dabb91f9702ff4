import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

/** A server whose event loop is busy for a smaller share of the time rests. */
const restingShare = 0.25

/**
 * Makes V8 give memory back while the server rests. Its own reducer of memory starts some seconds after a collection,
 * and works in steps, but never while it takes the last rate of allocation for the current one: a server at rest
 * allocates nothing, so that rate stays high. In the mode that saves memory, it does not ask.
 *
 * Under load the heap may double before it is collected. The mode would start each collection earlier, which costs a
 * seventh of a call's processor time (docs/decisions/0083-memory-of-the-server.md).
 * @param lookMs how often the server looks whether it rests, in milliseconds
 */
export function saveMemoryAtRest(lookMs = 1_000): void {
  setFlagsFromString('--heap-growing-percent=100')
  let before = performance.eventLoopUtilization()
  let rested = false
  const look = () => {
    const now = performance.eventLoopUtilization()
    const rests = performance.eventLoopUtilization(now, before).utilization < restingShare
    if (rests !== rested) setFlagsFromString(rests ? '--memory-saver-mode' : '--no-memory-saver-mode')
    before = now
    rested = rests
  }
  setInterval(look, lookMs).unref()
}
