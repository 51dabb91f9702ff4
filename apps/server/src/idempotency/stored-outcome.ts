/** What is stored of an answer: the answer itself, or – where it shows a secret – what was created. */
import type { ShownOnce } from '@envhold/contract/idempotency.ts'
import { replayedHeader } from '@envhold/contract/idempotency.ts'
import { AppError } from '../app-error.ts'
import type { JsonAnswer, KeyedCall } from '../http/run-once.ts'

type StoredOutcome =
  | Pick<JsonAnswer, 'headers' | 'body'>
  | { readonly created: { readonly path: string; readonly value: string } | null }

const maxAnswerBytes = 256 * 1024

const partOf = (body: string, path: string): unknown => {
  let part: unknown = JSON.parse(body)
  for (const name of path.split('.'))
    part = typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined
  return part
}

const createdBy = (body: string, { id }: ShownOnce) =>
  id === undefined ? null : { path: id, value: String(partOf(body, id)) }

const outcomeOf = ({ endpoint }: KeyedCall, { headers, body }: JsonAnswer): StoredOutcome => {
  const { idempotency } = endpoint
  const shownOnce = typeof idempotency === 'object' ? idempotency.shownOnce : undefined
  const secret = shownOnce && partOf(body, shownOnce.secret)
  if (shownOnce && secret !== null) return { created: createdBy(body, shownOnce) }
  return Buffer.byteLength(body) > maxAnswerBytes ? { created: null } : { headers, body }
}

/** As it is stored: without any secret. */
export const storedText = (call: KeyedCall, answer: JsonAnswer): string =>
  JSON.stringify(outcomeOf(call, answer))

/**
 * The first answer again.
 * @throws AppError ALREADY_CREATED, naming the id of what was created, where the answer could not be stored
 */
export function replay({ endpoint }: KeyedCall, status: number, stored: string): JsonAnswer {
  const outcome: StoredOutcome = JSON.parse(stored)
  if ('body' in outcome)
    return { ...outcome, status, headers: { ...outcome.headers, [replayedHeader.toLowerCase()]: 'true' } }
  const { created } = outcome
  throw new AppError('ALREADY_CREATED', {
    ...(endpoint.idempotency === 'replay' && {
      message:
        'An earlier request with this Idempotency-Key did this already. Its answer is too long to be repeated.',
    }),
    ...(created && { details: [{ path: created.path, message: created.value }] }),
  })
}
