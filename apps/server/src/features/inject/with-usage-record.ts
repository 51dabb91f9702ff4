import { type Endpoint, successOf } from '@envhold/contract/endpoint.ts'
import { errors } from '@envhold/contract/errors.ts'
import { AppError } from '../../app-error.ts'
import type { Call, Reply } from '../../http/route.ts'
import { type Verb, verbWithReply } from '../../http/verb.ts'
import { rateHeaders, secondsToReset } from '../usage/rate-headers.ts'
import type { UsageEvent } from '../usage/usage-recorder.ts'
import type { KeyEndpoint } from './admitted-call.ts'
import { type Attempt, type AttemptDeps, attempt, namedBy, Rejected, type Work } from './attempt.ts'
import { ownerEvents, rejectionEvents } from './owner-events.ts'
import type { SingleFlight } from './single-flight.ts'

export interface InjectWorld extends AttemptDeps {
  readonly attempts: SingleFlight<Attempt>
}

/**
 * A verb of API keys, which authorises and records in one step. It finds the key, lets `handle` respond if the key may
 * be used, and holds the response back until the call is counted and its row is durable. Rejected calls are counted and
 * recorded too. Identical calls that arrive together are handled once and recorded each.
 */
export const verbWithUsageRecord = <E extends KeyEndpoint>(
  endpoint: E,
  handle: Work<E>['handle'],
  lookup?: Work<E>['lookup'],
): Verb<InjectWorld> => {
  const work: Work<E> = { handle, ...(lookup && { lookup }) }
  return verbWithReply(endpoint, async (deps: InjectWorld, call: Call<E>): Promise<Reply<E>> => {
    const { presented, limited, outcome } = await deps.attempts.run(nameOf(endpoint, call), () =>
      attempt(deps, call, work),
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
  })
}

/** Calls with the same name have the same response. Neither headers nor IP addresses contain a line feed. */
const nameOf = (
  { name }: KeyEndpoint,
  { caller, params, query, ifNoneMatch = '', origin }: Call<KeyEndpoint>,
): string => `${name}\n${caller.presented}\n${origin.ip}\n${ifNoneMatch}\n${JSON.stringify([params, query])}`

function eventOf(
  { clock }: InjectWorld,
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

function statusOf(endpoint: Endpoint, outcome: Attempt['outcome']): number {
  if (outcome instanceof AppError) return errors[outcome.code].status
  if (outcome instanceof Rejected) return errors.RATE_LIMITED.status
  return outcome.reply.status ?? successOf(endpoint)
}
