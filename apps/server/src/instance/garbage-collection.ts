import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

/** A server whose event loop is busy for a smaller share of the time rests. */
const restingShare = 0.25

/**
 * How V8 collects once the server runs (docs/decisions/0083-memory-of-the-server.md).
 *
 * Under load the heap may double before it is collected. The young generation is so small that other threads cost more
 * than they help.
 *
 * At rest, V8 gives memory back. Its own reducer of memory starts some seconds after a collection, and works in steps,
 * but never while it calls the last rate of allocation too high. A server at rest allocates nothing, so that this rate
 * stays. In the mode that saves memory it does not ask; under load that mode would start collections earlier.
 * @param lookMs how often the server looks whether it rests, in milliseconds
 */
export function tuneGarbageCollection(lookMs = 1_000): void {
  setFlagsFromString('--heap-growing-percent=100')
  setFlagsFromString('--no-parallel-scavenge')
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
