/** A key or token that was created during the test. */
export interface TestSecret {
  readonly kind: 'api-key' | 'personal-token'
  readonly id: string
  readonly text: string
}

/** `unsure`: its revocation was sent and never answered. */
type State = 'live' | 'unsure' | 'gone'

/** Which keys and tokens must work and which must not, according to the responses. */
export interface ExpectedSecrets {
  readonly created: (secret: TestSecret) => void
  /** Called before a revocation is sent; the result is told about the response. */
  readonly revoking: (secret: TestSecret) => { readonly answered: () => void }
  readonly live: () => TestSecret[]
  readonly all: () => readonly { readonly secret: TestSecret; readonly state: State }[]
  /** Records how an unsure one turned out; a revoked one is checked this once and then forgotten. */
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
