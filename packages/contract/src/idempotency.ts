/**
 * Retrying a call that creates: the caller sends the same Idempotency-Key with each attempt, and the server answers
 * the later ones without doing the work again (the header is the one of draft-ietf-httpapi-idempotency-key-header).
 */

/** The answer holds a secret that is stored nowhere, so it cannot be repeated. Paths in the answer: `api_key.id`. */
export interface ShownOnce {
  /** Where the secret is. An answer that holds none here is repeated like any other. */
  readonly secret: string
  /** Where the id of what was created is; absent where it has none. */
  readonly id?: string
}

/** `replay`: the first answer is given again. Otherwise ALREADY_CREATED names what the first call created. */
export type Idempotency = 'replay' | { readonly shownOnce: ShownOnce }

export const idempotencyHeader = 'Idempotency-Key'
/** Says that an answer is the first one, given again. */
export const replayedHeader = 'Idempotency-Replayed'

/** How long a key is remembered. */
export const idempotencyHours = 24

/**
 * What a key looks like: 16 characters or more, so that it can hold the randomness of a UUID. The quotes that the draft
 * puts around it may be left out.
 */
export const idempotencyKeyPattern = /^(?:"([\w.:~+/=-]{16,128})"|([\w.:~+/=-]{16,128}))$/
