import type { ServerResponse } from 'node:http'
import { readLiveness, readReadiness } from '@envhold/contract/health.ts'
import { findSameValues, findVariables } from '@envhold/contract/variables/find.ts'
import { chargeTo, leaveUncharged } from '../../db/charged-work.ts'
import type { Caller } from '../caller.ts'
import type { Call } from '../route.ts'
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
  readonly response: ServerResponse
}

/** Of a body of many names, which take the longest. */
const guessedBytesPerMs = 8_000

const healthChecks = new Set<string>([readLiveness.name, readReadiness.name])
const isHealth = (name: string) => healthChecks.has(name)

/** A person who rotates a value, or types a name, waits for these. */
const occasional = new Set<string>([findSameValues.name, findVariables.name])

/** What a call is about: its first parameter. */
const subjectOf = (params: unknown) => Object.values(params ?? {})[0] ?? ''

/**
 * Does the work of a caller in its turn: of an account, or of the network of a stranger. API keys and the health checks
 * need none. A turn lasts until the response is sent.
 * @throws AppError RATE_LIMITED
 */
export const withTurn = <T>(
  deps: TurnDeps,
  call: Received,
  about: TurnAbout,
  work: () => Promise<T>,
): Promise<T> =>
  call.caller.kind === 'api-key' || isHealth(about.name)
    ? work().finally(leaveUncharged)
    : inTurn(deps, call, about, work)

async function inTurn<T>(
  { turns }: TurnDeps,
  { caller, params, origin }: Received,
  { name, bodyBytes, response }: TurnAbout,
  work: () => Promise<T>,
): Promise<T> {
  const left = () => origin.signal
  const turn =
    'userId' in caller
      ? await turns.begin({
          account: caller.userId,
          kind: `${name} ${subjectOf(params)}`,
          guessMs: bodyBytes / guessedBytesPerMs,
          isOccasional: occasional.has(name),
          left,
        })
      : await turns.beginStranger(origin.ip, left)
  try {
    return await chargeTo(turn.work, work)
  } finally {
    if (response.closed) turn.end()
    else response.once('close', turn.end)
  }
}
