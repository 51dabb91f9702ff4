import type { FastifyReply } from 'fastify'
import { chargeTo } from '../db/charged-work.ts'
import type { Caller } from './caller.ts'
import type { Call } from './route.ts'
import type { Turns } from './turns.ts'

export interface TurnDeps {
  readonly turns: Turns
}

/** What this reads of a call. */
interface Received extends Pick<Call, 'origin'> {
  readonly caller: Caller
  readonly params: unknown
}

interface TurnAbout {
  /** Of the endpoint. */
  readonly name: string
  readonly bodyBytes: number
  readonly reply: FastifyReply
}

/** Of a body of many names, which take the longest. */
const guessedBytesPerMs = 8_000

/** What a call is about: its first parameter. */
const subjectOf = (params: unknown) => Object.values(params ?? {})[0] ?? ''

/**
 * Does the work of a signed-in caller in its turn, and anybody else's at once. A turn lasts until the response is sent.
 * @throws AppError RATE_LIMITED
 */
export async function withTurn<T>(
  { turns }: TurnDeps,
  { caller, params, origin }: Received,
  { name, bodyBytes, reply: { raw } }: TurnAbout,
  work: () => Promise<T>,
): Promise<T> {
  if (!('userId' in caller)) return await work()
  const turn = await turns.begin({
    account: caller.userId,
    kind: `${name} ${subjectOf(params)}`,
    guessMs: bodyBytes / guessedBytesPerMs,
    left: () => origin.signal,
  })
  try {
    return await chargeTo(turn.work, work)
  } finally {
    if (raw.closed) turn.end()
    else raw.once('close', turn.end)
  }
}
