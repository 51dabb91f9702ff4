/** The load of one account or one IP address in one lane of the Argon2 limiter. */
export interface Load {
  readonly running: number
  readonly waiting: number
  /** The number of the last start. Among waiting keys, the lowest number has waited longest. */
  readonly lastStart: number
}

const idle: Load = { running: 0, waiting: 0, lastStart: 0 }

/** Counts calls by account and by IP address. A key without calls is forgotten. */
export function createArgon2Loads() {
  const loads = new Map<string, Load>()
  const of = (key: string): Load => loads.get(key) ?? idle
  return {
    of,
    change(keys: readonly string[], by: Partial<Load>): void {
      for (const key of keys) {
        const { running, waiting, lastStart } = of(key)
        const load = {
          running: running + (by.running ?? 0),
          waiting: waiting + (by.waiting ?? 0),
          lastStart: by.lastStart ?? lastStart,
        }
        if (load.running === 0 && load.waiting === 0) loads.delete(key)
        else loads.set(key, load)
      }
    },
    /** The key with the most waiting calls. */
    mostWaiting(): string | undefined {
      let most: string | undefined
      for (const [key, { waiting }] of loads)
        if (waiting > (most === undefined ? 0 : of(most).waiting)) most = key
      return most
    },
  }
}
