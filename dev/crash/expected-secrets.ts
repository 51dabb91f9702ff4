/** A key or token that was made during the test. */
export interface TestSecret {
  readonly kind: 'api-key' | 'personal-token'
  readonly id: string
  readonly text: string
}

/** `unsure`: its revocation was sent and never answered. */
type State = 'live' | 'unsure' | 'gone'

/** Which keys and tokens must work and which must not, as far as it was answered. */
export interface ExpectedSecrets {
  readonly created: (secret: TestSecret) => void
  /** Before a revocation is sent; what it gives tells of the answer. */
  readonly revoking: (secret: TestSecret) => { readonly answered: () => void }
  readonly live: () => TestSecret[]
  readonly all: () => readonly { readonly secret: TestSecret; readonly state: State }[]
  /** How an unsure one turned out; one that is gone is looked at this once more and then forgotten. */
  readonly reconcile: (secret: TestSecret, works: boolean) => void
}

export function createExpectedSecrets(): ExpectedSecrets {
  const states = new Map<TestSecret, State>()
  return {
    created: (secret) => void states.set(secret, 'live'),
    revoking: (secret) => {
      states.set(secret, 'unsure')
      return { answered: () => void states.set(secret, 'gone') }
    },
    live: () => [...states].flatMap(([secret, state]) => (state === 'live' ? [secret] : [])),
    all: () => [...states].map(([secret, state]) => ({ secret, state })),
    reconcile: (secret, works) => {
      if (works) states.set(secret, 'live')
      else states.delete(secret)
    },
  }
}
