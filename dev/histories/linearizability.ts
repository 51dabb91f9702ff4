// Whether a history of concurrent calls can be explained by the same calls one after the other, each at a moment between
// its start and its answer: the search of Wing and Gong, with the memory of Lowe.

/** Reads and writes of an environment whose only variable has a new value at each write. */
export interface Operation {
  readonly kind: 'read' | 'write'
  readonly value: string
  /** As it was answered; undefined if the answer has none. */
  readonly version: number | undefined
  /** Against one clock. */
  readonly start: number
  /** Infinity for a write without an answer: it may have happened at any time since, or never. */
  readonly end: number
}

export interface State {
  readonly value: string
  readonly version: number
}

/** @returns the state after the operation, or undefined if it could not have been answered like this */
function apply({ value, version }: State, operation: Operation): State | undefined {
  if (operation.kind === 'read') {
    const isSame = operation.value === value && (operation.version ?? version) === version
    return isSame ? { value, version } : undefined
  }
  const next = { value: operation.value, version: version + 1 }
  return (operation.version ?? next.version) === next.version ? next : undefined
}

/** Those that may be next: no other one of the rest was answered before they began. */
function candidatesOf(rest: readonly Operation[]): readonly Operation[] {
  const firstEnd = Math.min(...rest.map(({ end }) => end))
  return rest.filter(({ start }) => start <= firstEnd)
}

/** @param first the state before the history */
export function isLinearizable(history: readonly Operation[], first: State): boolean {
  const numbers = new Map(history.map((operation, index) => [operation, index]))
  const visited = new Set<string>()

  const search = (rest: readonly Operation[], state: State): boolean => {
    if (rest.every(({ end }) => end === Number.POSITIVE_INFINITY)) return true
    const at = `${state.version} ${state.value} ${rest.map((operation) => numbers.get(operation)).join()}`
    if (visited.has(at)) return false
    visited.add(at)
    return candidatesOf(rest).some((operation) => {
      const next = apply(state, operation)
      return (
        next !== undefined &&
        search(
          rest.filter((one) => one !== operation),
          next,
        )
      )
    })
  }
  return search(history, first)
}
