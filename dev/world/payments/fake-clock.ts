/** The time of a fake provider: tests move it, and it never moves by itself. */
export interface FakeClock {
  readonly now: () => number
  readonly advance: (ms: number) => void
}

/** Starts now, because SDKs compare signed times with the real clock. */
export function createFakeClock(start = Date.now()): FakeClock {
  let time = start
  return {
    now: () => time,
    advance: (ms) => {
      time += ms
    },
  }
}
