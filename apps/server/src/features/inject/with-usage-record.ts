import { errors } from '@envhold/contract/errors.ts'
import type { inject, injectByName, readOwnApiKey, readSchema } from '@envhold/contract/inject.ts'
import type { Token } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyCaller } from '../../http/caller.ts'
import { readToken } from '../../http/read-token.ts'
import type { Origin, Reply } from '../../http/route.ts'
import { findPresentedKey, type PresentedKey, unknownKeyMessage } from '../api-keys/api-key-auth.ts'
import type { KeyForCall } from '../api-keys/api-key-store.ts'
import type { CallLimits, Counted, LimitedCall } from '../usage/admit-calls.ts'
import { rateHeaders, secondsToReset } from '../usage/rate-headers.ts'
import type { UsageEvent, UsageRecorder } from '../usage/usage-recorder.ts'
import { ownerEvents, rejectionEvents } from './owner-events.ts'
import type { SingleFlight } from './single-flight.ts'

/** The calls that API keys make. */
export type KeyEndpoint = typeof inject | typeof readSchema | typeof injectByName | typeof readOwnApiKey

/** What a call needs to be found out and written down. */
export interface RecordedCall {
  readonly caller: ApiKeyCaller
  /** What the call names. Without a project it is about the key's own. */
  readonly params: { readonly projectId?: number; readonly environment?: string | undefined }
  readonly origin: Origin
  readonly ifNoneMatch: string | undefined
  readonly startedAt: number
}

/** What the work of a call came to, besides its answer. */
export interface Served {
  readonly reply: Reply<KeyEndpoint>
  /** Null for a call that is about no environment. */
  readonly environmentId: number | null
  /** Where the call does not name it. */
  readonly environmentName?: string
  readonly variables: number
}

/** A call found out and, unless it is refused, answered; not on record yet. */
export interface Attempt {
  readonly presented: PresentedKey
  readonly limited: LimitedCall
  readonly outcome: Served | AppError | Rejected
}

/** A call beyond its limit: none of its work was done. */
class Rejected {
  readonly counted: Counted

  constructor(counted: Counted) {
    this.counted = counted
  }
}

export interface UsageRecordDeps {
  readonly usage: UsageRecorder
  readonly attempts: SingleFlight<Attempt>
}

/** Attempts on a key that is not presented rightly are counted apart, so that nobody uses up another's calls. */
const attemptLimits: CallLimits = { hour: 100, day: 1_000, month: -1 }

/**
 * Authorise = record: finds the key, lets `work` answer if the key may be used, and holds the answer back until the
 * call is counted and its row is durable. Refused calls are counted and written down just the same. Identical calls
 * that arrive together are found out once, and recorded each.
 *
 * @param asked what distinguishes the answer, besides key, path and If-None-Match
 */
export async function withUsageRecord(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  { usage, attempts }: UsageRecordDeps,
  endpoint: KeyEndpoint,
  call: RecordedCall,
  asked: string,
  work: (key: KeyForCall, token: Token<'pak'>) => Promise<Served>,
): Promise<Reply<KeyEndpoint>> {
  const { caller, params, origin, ifNoneMatch } = call
  const name = [caller.presented, params.projectId, params.environment, asked, ifNoneMatch, origin.ip].join(
    '\n',
  )
  const { presented, limited, outcome } = await attempts.run(name, () => attempt(ctx, usage, call, work))
  const isRefused = outcome instanceof AppError
  const isServed = !isRefused && !(outcome instanceof Rejected)
  const event: UsageEvent = {
    ...limited,
    entry: {
      keyId: presented.key.id,
      projectId: presented.key.project_id,
      environmentId: isServed ? outcome.environmentId : null,
      environmentName: params.environment ?? (isServed ? (outcome.environmentName ?? '') : ''),
      method: endpoint.method,
      endpoint: endpoint.path,
      status: isRefused ? errors[outcome.code].status : statusOf(endpoint, outcome),
      variables: isServed ? outcome.variables : 0,
      durationUs: Math.round((performance.now() - call.startedAt) * 1_000),
      ip: origin.ip,
      requestId: origin.requestId,
    },
    used: presented.refusal === null,
    tell: ({ counts }) => ownerEvents(presented, origin, ctx.clock(), counts),
    tellRejected: (window) => rejectionEvents(presented, origin, window),
  }
  const counted = outcome instanceof Rejected ? outcome.counted : await usage.record(event)
  const { counts, rejectedBy } = counted
  if (outcome instanceof Rejected && rejectedBy) await usage.reject(event, rejectedBy)
  const { limits } = limited
  const headers = rateHeaders(limits, counts, ctx.clock())
  if (outcome instanceof Rejected || rejectedBy)
    throw new AppError('RATE_LIMITED', { headers, retryAfter: secondsToReset(limits, counts, ctx.clock()) })
  if (isRefused) throw outcome.with({ headers })
  return { ...outcome.reply, headers: { ...outcome.reply.headers, ...headers } }
}

const statusOf = (endpoint: KeyEndpoint, outcome: Served | Rejected) =>
  outcome instanceof Rejected ? errors.RATE_LIMITED.status : (outcome.reply.status ?? endpoint.success)

/** What limits a call: its key and its owner, or how often the key was presented wrongly. */
const limitsOf = ({ key, refusal, limits }: PresentedKey): LimitedCall => ({
  limits: refusal ? attemptLimits : limits,
  counter: refusal ? `${key.id}/refused` : key.id,
  ownerCounter: `owner/${key.owner_id}`,
})

async function attempt(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  usage: UsageRecorder,
  { caller, params, origin }: RecordedCall,
  work: (key: KeyForCall, token: Token<'pak'>) => Promise<Served>,
): Promise<Attempt> {
  const token = readToken(caller.presented, 'pak', unknownKeyMessage)
  const presented = await findPresentedKey(ctx, token, origin.ip)
  const limited = limitsOf(presented)
  const rejection = await usage.findRejection(limited)
  if (rejection) return { presented, limited, outcome: new Rejected(rejection) }
  const { key, refusal } = presented
  if (refusal) return { presented, limited, outcome: refusal }
  try {
    if (params.projectId !== undefined && key.project_id !== params.projectId) throw new AppError('NOT_FOUND')
    return { presented, limited, outcome: await work(key, token) }
  } catch (error) {
    if (error instanceof AppError) return { presented, limited, outcome: error }
    throw error
  }
}
