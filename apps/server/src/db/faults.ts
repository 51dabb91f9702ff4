/** What was found wrong with the stored data while the server runs. It stays found until the next start. */
export interface Faults {
  readonly first: string | undefined
  /** @param sentence what operators read */
  add(sentence: string): void
}

/** @param onAdd hears of the first fault */
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
