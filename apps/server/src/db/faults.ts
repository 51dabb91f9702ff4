/** Faults of the stored data found while the server runs. They last until the next start. */
export interface Faults {
  readonly first: string | undefined
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
    add: (sentence) => {
      if (first !== undefined) return
      first = sentence
      onAdd(sentence)
    },
  }
}
