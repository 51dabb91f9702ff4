import type { EventType, Severity } from '@envhold/contract/activity/event-types.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { successOf } from '@envhold/contract/endpoint.ts'
import { errors } from '@envhold/contract/errors.ts'
import { AppError } from '../../app-error.ts'
import type { Call, HandlerResult, Origin } from '../../http/route.ts'
import type { Turns } from '../../http/turns/turns.ts'
import { type Verb, verbWithResult } from '../../http/verb.ts'
import type { PresentedKey } from '../api-keys/api-key-auth.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { limitReached, rateHeaders } from '../usage/limit-reached.ts'
import { type Counts, type WindowName, windowStart } from '../usage/rate-window-store.ts'
import type { UsageEvent } from '../usage/usage-event.ts'
import type { KeyEndpoint, Served } from './admitted-call.ts'
import { type Attempt, type AttemptDeps, attempt, namedBy, Rejected, type Work } from './attempt.ts'
import type { CachedEndpoint } from './inject-cache.ts'
import type { SingleFlight } from './inject-state.ts'

export interface InjectWorld extends AttemptDeps {
  readonly turns: Pick<Turns, 'sawKeyOf'>
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
  return verbWithResult(endpoint, async (deps: InjectWorld, call: Call<E>): Promise<HandlerResult<E>> => {
    const { presented, limited, outcome } = await deps.attempts.run(nameOf(endpoint, call), () =>
      attempt(deps, call, work),
    )
    deps.turns.sawKeyOf(presented.key.owner_id)
    const isError = outcome instanceof AppError
    const event = eventOf(deps, endpoint, call, { presented, limited, outcome })
    const counted = outcome instanceof Rejected ? outcome.counted : await deps.usage.record(event)
    const { rejectedBy } = counted
    if (outcome instanceof Rejected && rejectedBy) await deps.usage.reject(event, rejectedBy)
    const { limits } = limited
    const now = deps.clock()
    if (outcome instanceof Rejected || rejectedBy)
      throw limitReached({ limits, counted, now, whose: whoseLimit(deps, presented) })
    const headers = rateHeaders(limits, counted, now)
    if (isError) throw outcome.with({ headers })
    const result = outcome.result as HandlerResult<E>
    return { ...result, headers: { ...result.headers, ...headers } }
  })
}

/** The same for an endpoint whose responses are remembered. */
export const verbWithRememberedResponse = <E extends CachedEndpoint>(
  endpoint: E,
  handle: Work<E>['handle'],
): Verb<InjectWorld> =>
  verbWithUsageRecord(endpoint, handle, (answers, call) => answers.lookup(endpoint, call))

/** Of a key that was only tried, nothing is said. */
const whoseLimit = ({ config }: InjectWorld, { key, rejection }: PresentedKey) =>
  rejection
    ? ({ kind: 'attempts' } as const)
    : ({
        kind: 'key',
        owner: key.owner_username,
        plan: key.plan_display_name,
        upgradeUrl: `${config.publicUrl}/subscription?upgrade=true`,
      } as const)

/** Calls with the same name have the same response. Neither headers nor IP addresses contain a line feed. */
const nameOf = (
  { name }: KeyEndpoint,
  { caller, params, query, ifNoneMatch = '', origin }: Call<KeyEndpoint>,
): string => `${name}\n${caller.presented}\n${origin.ip}\n${ifNoneMatch}\n${JSON.stringify([params, query])}`

const notModified = 304

/** What the call named, so that an owner finds calls by a former name; in place of an ID, the environment's name. */
function recordedName(named: string | undefined, served: Served | undefined): string {
  const hasName = named !== undefined && named !== String(served?.environmentId)
  return (hasName ? named : (served?.environmentName ?? named)) ?? ''
}

function eventOf(
  { clock }: InjectWorld,
  endpoint: KeyEndpoint,
  { params, query, origin, startedAt }: Call<KeyEndpoint>,
  { presented, limited, outcome }: Attempt,
): UsageEvent {
  const served = outcome instanceof AppError || outcome instanceof Rejected ? undefined : outcome
  const status = statusOf(endpoint, outcome)
  return {
    ...limited,
    entry: {
      keyId: presented.key.id,
      projectId: presented.key.project_id,
      environmentId: served?.environmentId ?? null,
      environmentName: recordedName(namedBy({ params, query }).environment, served),
      method: endpoint.method,
      endpoint: endpoint.path,
      status,
      variables: served?.variables ?? 0,
      durationUs: Math.round((performance.now() - startedAt) * 1_000),
      ip: origin.ip,
      requestId: origin.requestId,
      calls: 1,
    },
    used: presented.rejection === null,
    isUnchanged: status === notModified,
    prepare: served?.prepare,
    ownerEvents: ({ counts }) => ownerEvents(presented, origin, clock(), counts),
    rejectionEvents: (window) => rejectionEvents(presented, origin, window),
  }
}

function statusOf(endpoint: Endpoint, outcome: Attempt['outcome']): number {
  if (outcome instanceof AppError) return errors[outcome.code].status
  if (outcome instanceof Rejected) return errors.RATE_LIMITED.status
  return outcome.result.status ?? successOf(endpoint)
}

const ownerEvent = (
  { key }: PresentedKey,
  origin: Origin,
  [type, severity, description]: [EventType, Severity, string],
): ActivityEvent => ({
  type,
  severity,
  description,
  userId: key.owner_id,
  tokenId: key.id,
  projectId: key.project_id,
  origin,
})

/**
 * The events of a key's calls in the owner's activity. Every call is in the usage log. The activity log is never
 * trimmed, so it gets only the first use each day, the first call over a limit, and the first rejected attempt in each
 * hour.
 */
function ownerEvents(presented: PresentedKey, origin: Origin, now: number, counts: Counts): ActivityEvent[] {
  const { key, rejection } = presented
  if (rejection) {
    const description = `A call with the API key "${key.key_name}" was rejected: ${rejection.message}`
    return counts.hour === 1
      ? [ownerEvent(presented, origin, ['unauthorized_access', 'high', description])]
      : []
  }
  if (counts.day !== 1 || (key.last_used_at ?? 0) >= windowStart('day', now)) return []
  return [ownerEvent(presented, origin, ['api_key_used', 'low', `The API key "${key.key_name}" was used`])]
}

/** The owner's events for the first call that a window rejects. Failed attempts on a key are recorded already. */
function rejectionEvents(presented: PresentedKey, origin: Origin, window: WindowName): ActivityEvent[] {
  const { key, rejection, limits } = presented
  if (rejection) return []
  const calls = limits[window].toLocaleString('en')
  const description =
    window === 'month'
      ? `The API key "${key.key_name}" was rejected: your API keys together reached ${calls} calls this month`
      : `The API key "${key.key_name}" reached its limit of ${calls} calls ${window === 'hour' ? 'an hour' : 'a day'}`
  return [ownerEvent(presented, origin, ['rate_limit_exceeded', 'medium', description])]
}
