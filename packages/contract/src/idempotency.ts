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

/**
 * `replay`: a retry gets the first answer. Where the answer is not stored, ALREADY_CREATED names what the first call
 * created, if `id` says where the answer has its id.
 */
export type Idempotency =
  | 'replay'
  | { readonly replay: { readonly id: string } }
  | { readonly shownOnce: ShownOnce }

export const shownOnceOf = (idempotency: Idempotency | undefined): ShownOnce | undefined =>
  typeof idempotency === 'object' && 'shownOnce' in idempotency ? idempotency.shownOnce : undefined

/** Where an answer has the id of what the call created. */
export const createdIdPath = (idempotency: Idempotency | undefined): string | undefined =>
  typeof idempotency === 'object' && 'replay' in idempotency
    ? idempotency.replay.id
    : shownOnceOf(idempotency)?.id

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
