/**
 * Retries of calls that create: the caller sends the same Idempotency-Key with each attempt, and the server responds to
 * later ones without doing the work again. The header follows draft-ietf-httpapi-idempotency-key-header.
 */

/** The response contains a secret that is stored nowhere, so it cannot be replayed. Paths are such as `api_key.id`. */
export interface ShownOnce {
  /** The path of the secret. A response without it is replayed like any other. */
  readonly secret: string
  /** The path of the id of what was created; absent if it has none. */
  readonly id?: string
}

/**
 * `replay`: a retry gets the first response. If that is not stored, ALREADY_CREATED names what the first call created,
 * provided that `id` is the path of its id in the response.
 */
export type Idempotency =
  | 'replay'
  | { readonly replay: { readonly id: string } }
  | { readonly shownOnce: ShownOnce }

export const shownOnceOf = (idempotency: Idempotency | undefined): ShownOnce | undefined =>
  typeof idempotency === 'object' && 'shownOnce' in idempotency ? idempotency.shownOnce : undefined

/** The path of the id of what the call created. */
export const createdIdPath = (idempotency: Idempotency | undefined): string | undefined =>
  typeof idempotency === 'object' && 'replay' in idempotency
    ? idempotency.replay.id
    : shownOnceOf(idempotency)?.id

export const idempotencyHeader = 'Idempotency-Key'
/** The header of a replayed response. */
export const replayedHeader = 'Idempotency-Replayed'

/** How long a key is stored. */
export const idempotencyHours = 24

/**
 * The format of a key: 16 characters or more, enough for the randomness of a UUID. The quotes that the draft requires
 * are optional.
 */
export const idempotencyKeyPattern = /^(?:"([\w.:~+/=-]{16,128})"|([\w.:~+/=-]{16,128}))$/
