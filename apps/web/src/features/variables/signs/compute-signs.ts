import type { ReadEnvironment, Sign } from './sign.ts'
import { signOf } from './sign.ts'

/** How long the page may be busy at a time, in milliseconds: half of a frame. */
const sliceMs = 8

export interface Pace {
  /** In milliseconds, from any start. */
  readonly now: () => number
  /** Lets the page draw and answer keys. */
  readonly pause: () => Promise<void>
  readonly isCancelled: () => boolean
}

/** The signs of all keys, worked out in short slices; undefined if it was cancelled. */
export async function computeSigns(
  here: Pick<ReadEnvironment, 'protected' | 'variables'>,
  others: readonly ReadEnvironment[],
  isComplete: boolean,
  { now, pause, isCancelled }: Pace,
): Promise<ReadonlyMap<string, Sign> | undefined> {
  const signs = new Map<string, Sign>()
  let until = now() + sliceMs
  for (const key of here.variables.keys()) {
    const sign = signOf(key, here, others, isComplete)
    if (sign) signs.set(key, sign)
    if (now() < until) continue
    await pause()
    if (isCancelled()) return undefined
    until = now() + sliceMs
  }
  return signs
}
