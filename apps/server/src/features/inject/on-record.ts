import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { errors } from '@envhold/contract/errors.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyCaller } from '../../http/caller.ts'
import type { Origin, Reply } from '../../http/route.ts'
import { findPresentedKey, type PresentedKey } from '../api-keys/api-key-auth.ts'
import type { KeyForCall } from '../api-keys/api-key-store.ts'
import type { CallLimits, Counted, UsageRecorder } from '../audit-log/usage-recorder.ts'
import { rateHeaders, secondsToReset } from './rate-headers.ts'
import { eventsToTell } from './told-events.ts'

/** What a call needs to be found out and written down. */
export interface RecordedCall {
  readonly caller: ApiKeyCaller
  readonly params: { readonly projectId: number; readonly environment: string }
  readonly origin: Origin
  readonly startedAt: number
}

/** What the work of a call came to, besides its answer. */
export interface Served<E extends Endpoint> {
  readonly reply: Reply<E>
  readonly environmentId: number
  readonly variables: number
}

/** Attempts on a key that is not presented rightly are counted apart, so that nobody uses up another's calls. */
const attemptLimits: CallLimits = { hour: 100, day: 1_000, month: -1 }

/**
 * Authorise = record: finds the key, lets `work` answer if the key may be used, and holds the answer back until the
 * call is counted and its row is durable. Refused calls are counted and written down just the same.
 */
export async function onRecord<E extends Endpoint>(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  usage: UsageRecorder,
  endpoint: E,
  call: RecordedCall,
  work: (key: KeyForCall) => Promise<Served<E>>,
): Promise<Reply<E>> {
  const presented = await findPresentedKey(ctx, call.caller.key, call.origin.ip)
  const outcome = await attempt(presented, call, work)
  const refused = outcome instanceof AppError ? outcome : null
  const served = outcome instanceof AppError ? null : outcome
  const limits = presented.refusal ? attemptLimits : presented.limits
  const counted = await usage.record({
    keyId: presented.key.id,
    projectId: presented.key.project_id,
    environmentId: served?.environmentId ?? null,
    environmentName: call.params.environment,
    method: endpoint.method,
    endpoint: endpoint.path,
    status: refused ? errors[refused.code].status : (served?.reply.status ?? endpoint.success),
    variables: served?.variables ?? 0,
    durationUs: Math.round((performance.now() - call.startedAt) * 1_000),
    ip: call.origin.ip,
    requestId: call.origin.requestId,
    limits,
    counter: presented.refusal ? `${presented.key.id}/refused` : presented.key.id,
    used: presented.refusal === null,
    tell: (result) => eventsToTell(presented, call.origin, ctx.clock(), limits, result),
  })
  const headers = rateHeaders(limits, counted.counts, ctx.clock())
  if (!counted.allowed) throw overLimit(limits, counted, ctx.clock(), headers)
  if (refused) throw refused.with({ headers })
  return { ...served?.reply, headers: { ...served?.reply.headers, ...headers } }
}

async function attempt<E extends Endpoint>(
  { key, refusal }: PresentedKey,
  call: RecordedCall,
  work: (key: KeyForCall) => Promise<Served<E>>,
): Promise<Served<E> | AppError> {
  if (refusal) return refusal
  try {
    if (key.project_id !== call.params.projectId) throw new AppError('NOT_FOUND')
    return await work(key)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function overLimit(
  limits: CallLimits,
  { counts }: Counted,
  now: number,
  headers: Readonly<Record<string, string>>,
): AppError {
  return new AppError('RATE_LIMITED', { retryAfter: secondsToReset(limits, counts, now), headers })
}
