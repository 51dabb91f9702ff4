/** What is stored of an answer: the answer itself, or what was created if the answer shows a secret or is lost. */

import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { createdIdPath, replayedHeader, shownOnceOf } from '@envhold/contract/idempotency.ts'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { parseStored } from '../db/parse-stored.ts'
import type { JsonAnswer, KeyedCall } from '../http/run-once.ts'

/** `path` is where the answer has the id, such as `api_key.id`. */
const created = z.object({ path: z.string(), value: z.string() })
const storedOutcome = z.union([
  z.object({ headers: z.record(z.string(), z.string()), body: z.string() }),
  z.object({ created: created.nullable(), isLost: z.literal(true).exactOptional() }),
])
type StoredOutcome = z.output<typeof storedOutcome>
type Created = z.output<typeof created>

const maxAnswerBytes = 256 * 1024

const partOf = (body: string, path: string): unknown => {
  let part: unknown = JSON.parse(body)
  for (const name of path.split('.'))
    part = typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined
  return part
}

const createdBy = (endpoint: Endpoint, idAt: (path: string) => unknown): Created | null => {
  const path = createdIdPath(endpoint.idempotency)
  const id = path === undefined ? undefined : idAt(path)
  return path === undefined || id === undefined ? null : { path, value: String(id) }
}

const outcomeOf = ({ endpoint }: KeyedCall, { headers, body }: JsonAnswer): StoredOutcome => {
  const shownOnce = shownOnceOf(endpoint.idempotency)
  const showsSecret = shownOnce && partOf(body, shownOnce.secret) !== null
  return showsSecret || Buffer.byteLength(body) > maxAnswerBytes
    ? { created: createdBy(endpoint, (path) => partOf(body, path)) }
    : { headers, body }
}

/** The mark of work that is done. Its transaction stores it, and the answer replaces it. */
export const markText = (endpoint: Endpoint, createdId: string | undefined): string =>
  JSON.stringify({ created: createdBy(endpoint, () => createdId), isLost: true } satisfies StoredOutcome)

/** Whether this is the mark of work that is done, and no answer has replaced it. */
export const isMark = (stored: string): boolean => {
  const outcome = parseStored(storedOutcome, stored)
  return 'isLost' in outcome
}

const tooLong =
  'An earlier request with this Idempotency-Key did this already. Its answer is too long to be repeated.'
const lost = 'An earlier request with this Idempotency-Key took effect, but its answer was lost.'
const lostSecret = `${lost} If it showed a secret that you do not have, delete what was created and create another.`

const messageOf = ({ idempotency }: Endpoint, isLost: boolean) => {
  if (shownOnceOf(idempotency)) return isLost ? lostSecret : undefined
  return isLost ? lost : tooLong
}

/** As it is stored: without any secret. */
export const storedText = (call: KeyedCall, answer: JsonAnswer): string =>
  JSON.stringify(outcomeOf(call, answer))

/**
 * The first answer again.
 * @throws AppError ALREADY_CREATED, naming the id of what was created, where the answer is not stored
 */
export function replay({ endpoint }: KeyedCall, status: number, stored: string): JsonAnswer {
  const outcome = parseStored(storedOutcome, stored)
  if ('body' in outcome)
    return { ...outcome, status, headers: { ...outcome.headers, [replayedHeader.toLowerCase()]: 'true' } }
  const { created, isLost = false } = outcome
  const message = messageOf(endpoint, isLost)
  throw new AppError('ALREADY_CREATED', {
    ...(message && { message }),
    ...(created && { details: [{ path: created.path, message: created.value }] }),
  })
}
