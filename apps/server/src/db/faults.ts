/** Faults of the stored data found while the server runs. */
export interface Faults {
  /** Lasts until the next start. */
  readonly first: string | undefined
  /** SQLite: whether a statement failed to write, and no write has been tested since. */
  failedToWrite: boolean
  /** @param sentence for operators */
  add(sentence: string): void
}

/** @param onAdd called with the first fault */
export function createFaults(onAdd: (sentence: string) => void = () => {}): Faults {
  let first: string | undefined
  return {
    get first() {
      return first
    },
    failedToWrite: false,
    add: (sentence) => {
      if (first !== undefined) return
      first = sentence
      onAdd(sentence)
    },
  }
}
