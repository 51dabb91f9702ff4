/** A key or token that was made during the test. */
export interface MadeSecret {
  readonly kind: 'api-key' | 'personal-token'
  readonly id: string
  readonly text: string
}

/** `unsure`: its revocation was sent and never answered. */
type State = 'live' | 'unsure' | 'gone'

/** Which keys and tokens must work and which must not, as far as it was answered. */
export interface SecretsLedger {
  readonly made: (secret: MadeSecret) => void
  /** Before a revocation is sent; what it gives tells of the answer. */
  readonly revoking: (secret: MadeSecret) => { readonly answered: () => void }
  readonly live: () => MadeSecret[]
  readonly all: () => readonly { readonly secret: MadeSecret; readonly state: State }[]
  /** How an unsure one turned out; one that is gone is looked at this once more and then forgotten. */
  readonly settle: (secret: MadeSecret, works: boolean) => void
}

export function createSecretsLedger(): SecretsLedger {
  const states = new Map<MadeSecret, State>()
  return {
    made: (secret) => void states.set(secret, 'live'),
    revoking: (secret) => {
      states.set(secret, 'unsure')
      return { answered: () => void states.set(secret, 'gone') }
    },
    live: () => [...states].flatMap(([secret, state]) => (state === 'live' ? [secret] : [])),
    all: () => [...states].map(([secret, state]) => ({ secret, state })),
    settle: (secret, works) => {
      if (works) states.set(secret, 'live')
      else states.delete(secret)
    },
  }
}
