// What the server has answered, and so what must exist after any crash. A write that was sent and never answered may
// have happened or not, but completely or not at all.

/** Key → value; null if the key is deleted. */
export type Batch = ReadonlyMap<string, string | null>
export type Values = ReadonlyMap<string, string>

/** A response that must have left a row in this table before it was sent. */
export interface Answered {
  readonly table: 'activity' | 'usage'
  readonly requestId: string
  readonly what: string
}

export interface ExpectedState {
  /**
   * Called before a write is sent; the result is told about the response. Concurrent batches never contain the same
   * key.
   */
  readonly sent: (environment: number, batch: Batch) => { readonly answered: (version: number) => void }
  /** A version of an environment that a client saw. */
  readonly seen: (environment: number, version: number) => void
  /** The expected keys, for the clients that own them. */
  readonly held: (environment: number) => Values
  readonly recorded: (answer: Answered) => void
  /** The responses since the last call. */
  readonly drainAnswers: () => Answered[]
  /** Compares what exists with what was answered, names the differences, and continues from what exists. */
  readonly reconcile: (environment: number, values: Values, version: number) => string[]
}

interface EnvironmentState {
  held: Map<string, string>
  open: Set<Batch>
  version: number
}

const entriesIn = (batch: Batch, values: Values) =>
  [...batch].every(([key, value]) => (values.get(key) ?? null) === value)

export function createExpectedState(): ExpectedState {
  const states = new Map<number, EnvironmentState>()
  let answers: Answered[] = []

  const stateOf = (environment: number): EnvironmentState => {
    const known = states.get(environment)
    if (known) return known
    const made = { held: new Map<string, string>(), open: new Set<Batch>(), version: 0 }
    states.set(environment, made)
    return made
  }
  const seen = (environment: number, version: number) => {
    const state = stateOf(environment)
    state.version = Math.max(state.version, version)
  }

  return {
    seen,
    held: (environment) => stateOf(environment).held,
    sent: (environment, batch) => {
      const { open, held } = stateOf(environment)
      open.add(batch)
      return {
        answered: (version) => {
          open.delete(batch)
          apply(batch, held)
          seen(environment, version)
        },
      }
    },
    recorded: (answer) => void answers.push(answer),
    drainAnswers: () => {
      const taken = answers
      answers = []
      return taken
    },
    reconcile: (environment, values, version) => {
      const account = stateOf(environment)
      const expected = new Map(account.held)
      const problems: string[] = []
      for (const batch of account.open) {
        if (entriesIn(batch, values)) apply(batch, expected)
      }
      for (const key of new Set([...expected.keys(), ...values.keys()])) {
        if (expected.get(key) !== values.get(key))
          problems.push(`environment ${environment}: ${key} ${faultOf(expected.get(key), values.get(key))}`)
      }
      if (version < account.version)
        problems.push(
          `environment ${environment}: at version ${version}, and ${account.version} was answered`,
        )
      states.set(environment, { held: new Map(values), open: new Set(), version })
      return problems
    },
  }
}

function apply(batch: Batch, values: Map<string, string>): void {
  for (const [key, value] of batch) {
    if (value === null) values.delete(key)
    else values.set(key, value)
  }
}

function faultOf(expected: string | undefined, actual: string | undefined): string {
  if (actual === undefined) return 'is missing'
  return expected === undefined ? 'is there and should not be' : 'has another value than was answered'
}
