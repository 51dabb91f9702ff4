/**
 * Retries without doing the work twice. A row reserves the key before the work begins, so that two nodes agree on who
 * does it. The transaction of the work marks the row as done, and the answer replaces that mark afterwards. The key itself
 * is not stored: with it, a copy of the database would be enough to guess a short value or password in a request.
 */
import { hash, randomBytes } from 'node:crypto'
import { type Endpoint, successOf } from '@envhold/contract/endpoint.ts'
import {
  createdIdPath,
  idempotencyHours,
  replayedHeader,
  shownOnceOf,
} from '@envhold/contract/idempotency.ts'
import { rowMac, verifyRow } from '@envhold/integrity/row.ts'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import type { DbContext, SecretsContext } from '../context.ts'
import { parseStored } from '../db/parse-stored.ts'
import type { Row } from '../db/tables.ts'
import { groupCommit, inTransaction, type WithTrx } from '../db/transaction.ts'
import { nextTurn } from '../db/yield-to-event-loop.ts'
import type { JsonAnswer, KeyedCall, Reservation, RunOnce } from '../http/run-once.ts'
import {
  deleteExpiredKeys,
  findKey,
  isReserved,
  releaseKey,
  reserveKey,
  storeAnswer,
  storeFirstOutcome,
  trimAnswers,
} from './idempotency-store.ts'

type IdempotencyContext = DbContext<'groupCommit' | 'clock' | 'secrets' | 'log'>

type Unsigned = Omit<Row<'idempotency_keys'>, 'mac'>

const hourMs = 3_600_000
/** Longer than any call takes. After it, an attempt without an answer counts as failed: its process has ended. */
const leaseMs = 2 * 60_000
/** What an account may have stored; the oldest answers are forgotten first. */
const perAccount = { maxKeys: 2_000, maxBytes: 16 * 1024 * 1024 }

const callerName = ({ caller }: KeyedCall) =>
  caller.kind === 'personal-token' ? `token/${caller.token.id}` : `user/${caller.userId}`

const idOf = (call: KeyedCall) => hash('sha256', `${callerName(call)} ${call.endpoint.name} ${call.key}`)

/** No row of the database: what is authenticated is the request, under the key that the caller sent. */
const authenticatedRequest = ({ key, url, ifMatch, body }: KeyedCall) => ({
  table: 'idempotent_requests',
  id: key,
  fields: { url, if_match: ifMatch ?? null, body },
})

const isSameRequest = ({ secrets }: SecretsContext, call: KeyedCall, fingerprint: Uint8Array) => {
  try {
    verifyRow(secrets, authenticatedRequest(call), fingerprint)
    return true
  } catch {
    return false
  }
}

const reservationOf = (ctx: IdempotencyContext, call: KeyedCall, now: number): Unsigned => ({
  id: idOf(call),
  user_id: call.caller.userId,
  attempt: randomBytes(16).toString('hex'),
  fingerprint: rowMac(ctx.secrets, authenticatedRequest(call)),
  created_at: now,
  reserved_until: now + leaseMs,
  status: null,
  answer: null,
  bytes: 0,
})

const reservationFor = ({ endpoint }: KeyedCall, row: Unsigned): Reservation => ({
  markDone: async (tx, createdId) => {
    const answer = markText(endpoint, createdId)
    const done = { ...row, status: successOf(endpoint), answer, bytes: Buffer.byteLength(answer) }
    if (!(await storeFirstOutcome(tx, done))) throw inProgress()
  },
})

const inProgress = () => new AppError('REQUEST_IN_PROGRESS', { retryAfter: 1 })

async function replayFirst(ctx: IdempotencyContext, call: KeyedCall, id: string, now: number) {
  const first = await findKey(ctx, id)
  // The first attempt has just failed: the next one does the work.
  if (!first) throw inProgress()
  if (!isSameRequest(ctx, call, first.fingerprint)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (first.status === null || first.answer === null) throw inProgress()
  // The answer may be about to be stored.
  if (isMark(first.answer) && isReserved(first, { now, leaseMs })) throw inProgress()
  return replay(call, first.status, first.answer)
}

export const createRunOnce =
  (ctx: IdempotencyContext, limits = perAccount): RunOnce =>
  async (call, work) => {
    const now = ctx.clock()
    const row = reservationOf(ctx, call, now)
    const times = { now, expired: now - idempotencyHours * hourMs, leaseMs }
    if (!(await groupCommit(ctx, (tx) => reserveKey(tx, row, times))))
      return await replayFirst(ctx, call, row.id, now)

    const settle = (write: (tx: WithTrx<IdempotencyContext>) => Promise<unknown>) =>
      // The work has succeeded or failed. Failing to write the key changes nothing: its lease expires.
      groupCommit(ctx, write).catch((error: unknown) => ctx.log.taskFailed({ task: 'idempotency', error }))
    const answer = await work(reservationFor(call, row)).catch(async (error: unknown) => {
      await settle(({ db }) => releaseKey(db, row))
      throw error
    })
    const stored = storedText(call, answer)
    const bytes = Buffer.byteLength(stored)
    await settle(async (tx) => {
      await storeAnswer(tx, { ...row, status: answer.status, answer: stored, bytes })
      await trimAnswers(tx.db, row.user_id, limits)
    })
    return answer
  }

/** `path` is where the answer has the id, such as `api_key.id`. */
const created = z.object({ path: z.string(), value: z.string() })
/** What is stored of an answer: the answer itself, or what was created if the answer shows a secret or is lost. */
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
  const showsSecret = shownOnce && partOf(body, shownOnce.secret) != null
  return showsSecret || Buffer.byteLength(body) > maxAnswerBytes
    ? { created: createdBy(endpoint, (path) => partOf(body, path)) }
    : { headers, body }
}

/** The mark of work that is done. Its transaction stores it, and the answer replaces it. */
const markText = (endpoint: Endpoint, createdId: string | undefined): string =>
  JSON.stringify({ created: createdBy(endpoint, () => createdId), isLost: true } satisfies StoredOutcome)

/** Whether this is the mark of work that is done, and no answer has replaced it. */
const isMark = (stored: string): boolean => {
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
const storedText = (call: KeyedCall, answer: JsonAnswer): string => JSON.stringify(outcomeOf(call, answer))

/**
 * The first answer again.
 * @throws AppError ALREADY_CREATED, naming the id of what was created, where the answer is not stored
 */
function replay({ endpoint }: KeyedCall, status: number, stored: string): JsonAnswer {
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

const sweepHourMs = 3_600_000
/** In one transaction, so that nobody who writes waits for long. */
const max = 1_000

/** Forgets the keys of more than a day ago, and reservations whose attempt never ended. */
export async function sweepIdempotencyKeys(ctx: DbContext<'clock'>): Promise<number> {
  const now = ctx.clock()
  const expired = now - idempotencyHours * sweepHourMs
  let removed = 0
  for (;;) {
    const gone = await inTransaction(ctx, ({ db }) => deleteExpiredKeys(db, { expired, now, max }))
    removed += gone
    if (gone < max) return removed
    await nextTurn()
  }
}
