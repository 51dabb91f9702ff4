import { readLiveness, readReadiness } from '@envhold/contract/health.ts'
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

const healthChecks = new Set<string>([readLiveness.name, readReadiness.name])
const isHealth = (name: string) => healthChecks.has(name)

/** What a call is about: its first parameter. */
const subjectOf = (params: unknown) => Object.values(params ?? {})[0] ?? ''

/**
 * Does the work of a caller in its turn: of an account, or of the network of a stranger. API keys and the health checks
 * need none. A turn lasts until the response is sent.
 * @throws AppError RATE_LIMITED
 */
export async function withTurn<T>(
  { turns }: TurnDeps,
  { caller, params, origin }: Received,
  { name, bodyBytes, reply: { raw } }: TurnAbout,
  work: () => Promise<T>,
): Promise<T> {
  if (caller.kind === 'api-key' || isHealth(name)) return await work()
  const left = () => origin.signal
  const turn =
    caller.kind === 'anonymous'
      ? await turns.beginStranger(origin.ip, left)
      : await turns.begin({
          account: caller.userId,
          kind: `${name} ${subjectOf(params)}`,
          guessMs: bodyBytes / guessedBytesPerMs,
          left,
        })
  try {
    return await chargeTo(turn.work, work)
  } finally {
    if (raw.closed) turn.end()
    else raw.once('close', turn.end)
  }
}
