import { errors } from '@envhold/contract/errors.ts'
import { unlimited } from '@envhold/contract/plans.ts'
import { AppError } from '../../app-error.ts'
import { readToken } from '../../http/read-token.ts'
import type { Call, Reply } from '../../http/route.ts'
import { findPresentedKey, type PresentedKey, unknownKeyMessage } from '../api-keys/api-key-auth.ts'
import type { CallLimits, Counted, LimitedCall } from '../usage/admit-calls.ts'
import { rateHeaders, secondsToReset } from '../usage/rate-headers.ts'
import type { UsageEvent, UsageRecorder } from '../usage/usage-recorder.ts'
import type { AdmittedCall, InjectContext, KeyEndpoint, KeyHandler, Served } from './admitted-call.ts'
import { ownerEvents, rejectionEvents } from './owner-events.ts'
import type { SingleFlight } from './single-flight.ts'

/** A call that was checked and, unless rejected, handled, but not recorded yet. */
export interface Attempt {
  readonly presented: PresentedKey
  readonly limited: LimitedCall
  readonly outcome: Served | AppError | Rejected
}

/** A call beyond its limit. None of its work was done. */
class Rejected {
  readonly counted: Counted

  constructor(counted: Counted) {
    this.counted = counted
  }
}

export interface InjectDeps extends InjectContext {
  readonly usage: UsageRecorder
  readonly attempts: SingleFlight<Attempt>
}

/** What a call names. Without a project it concerns the key's own project. */
interface Named {
  readonly projectId?: number
  readonly environment?: string | undefined
}

const namedBy = ({ params, query }: { readonly params: unknown; readonly query: unknown }): Named => ({
  ...(query as Named | undefined),
  ...(params as Named | undefined),
})

/** Failed authentications have their own quota, so they cannot exhaust the key's. */
const attemptLimits: CallLimits = { hour: 100, day: 1_000, month: unlimited }

/**
 * Authorises and records in one step. It finds the key, lets `handle` respond if the key may be used, and holds the
 * response back until the call is counted and its row is durable. Rejected calls are counted and recorded too.
 * Identical calls that arrive together are handled once and recorded each.
 */
export const withUsageRecord =
  <E extends KeyEndpoint>(deps: InjectDeps, endpoint: E, handle: KeyHandler<E>) =>
  async (call: Call<E>): Promise<Reply<E>> => {
    const { presented, limited, outcome } = await deps.attempts.run(nameOf(endpoint, call), () =>
      attempt(deps, call, handle),
    )
    const isError = outcome instanceof AppError
    const event = eventOf(deps, endpoint, call, { presented, limited, outcome })
    const counted = outcome instanceof Rejected ? outcome.counted : await deps.usage.record(event)
    const { counts, rejectedBy } = counted
    if (outcome instanceof Rejected && rejectedBy) await deps.usage.reject(event, rejectedBy)
    const { limits } = limited
    const now = deps.clock()
    const headers = rateHeaders(limits, counts, now)
    if (outcome instanceof Rejected || rejectedBy)
      throw new AppError('RATE_LIMITED', { headers, retryAfter: secondsToReset(limits, counts, now) })
    if (isError) throw outcome.with({ headers })
    const reply = outcome.reply as Reply<E>
    return { ...reply, headers: { ...reply.headers, ...headers } }
  }

/** Calls with the same name have the same response. */
const nameOf = (
  { name }: KeyEndpoint,
  { caller, params, query, ifNoneMatch, origin }: Call<KeyEndpoint>,
): string => JSON.stringify([name, caller.presented, params, query, ifNoneMatch, origin.ip])

function eventOf(
  { clock }: InjectDeps,
  endpoint: KeyEndpoint,
  { params, query, origin, startedAt }: Call<KeyEndpoint>,
  { presented, limited, outcome }: Attempt,
): UsageEvent {
  const served = outcome instanceof AppError || outcome instanceof Rejected ? undefined : outcome
  return {
    ...limited,
    entry: {
      keyId: presented.key.id,
      projectId: presented.key.project_id,
      environmentId: served?.environmentId ?? null,
      environmentName: namedBy({ params, query }).environment ?? served?.environmentName ?? '',
      method: endpoint.method,
      endpoint: endpoint.path,
      status: statusOf(endpoint, outcome),
      variables: served?.variables ?? 0,
      durationUs: Math.round((performance.now() - startedAt) * 1_000),
      ip: origin.ip,
      requestId: origin.requestId,
    },
    used: presented.rejection === null,
    ownerEvents: ({ counts }) => ownerEvents(presented, origin, clock(), counts),
    rejectionEvents: (window) => rejectionEvents(presented, origin, window),
  }
}

function statusOf(endpoint: KeyEndpoint, outcome: Attempt['outcome']): number {
  if (outcome instanceof AppError) return errors[outcome.code].status
  if (outcome instanceof Rejected) return errors.RATE_LIMITED.status
  return outcome.reply.status ?? endpoint.success
}

/** The limits of a call: those of its key and owner, or those for failed attempts on the key. */
const limitsOf = ({ key, rejection, limits }: PresentedKey): LimitedCall => ({
  limits: rejection ? attemptLimits : limits,
  counter: rejection ? `${key.id}/refused` : key.id,
  ownerCounter: `owner/${key.owner_id}`,
})

async function attempt<E extends KeyEndpoint>(
  deps: InjectDeps,
  { caller, params, query, ifNoneMatch, origin }: Call<E>,
  handle: KeyHandler<E>,
): Promise<Attempt> {
  const token = readToken(caller.presented, 'pak', unknownKeyMessage)
  const presented = await findPresentedKey(deps, token, origin.ip)
  const limited = limitsOf(presented)
  const overLimit = await deps.usage.findRejection(limited)
  if (overLimit) return { presented, limited, outcome: new Rejected(overLimit) }
  const { key, rejection } = presented
  if (rejection) return { presented, limited, outcome: rejection }
  try {
    const { projectId } = namedBy({ params, query })
    if (projectId !== undefined && key.project_id !== projectId) throw new AppError('NOT_FOUND')
    const admitted = { params, query, ifNoneMatch, key, token } as AdmittedCall<E>
    return { presented, limited, outcome: await handle(deps, admitted) }
  } catch (error) {
    if (error instanceof AppError) return { presented, limited, outcome: error }
    throw error
  }
}
