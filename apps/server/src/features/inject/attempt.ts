import { unlimited } from '@envhold/contract/billing/plans.ts'
import { AppError } from '../../app-error.ts'
import { readToken } from '../../http/requests/read-token.ts'
import type { Call } from '../../http/route.ts'
import {
  findPresentedKey,
  noKeyMessage,
  type PresentedKey,
  unknownKeyMessage,
} from '../api-keys/api-key-auth.ts'
import type { CallLimits, Counted, LimitedCall } from '../usage/admit-calls.ts'
import { ownerPrincipal } from '../usage/call-month-store.ts'
import { failedAttemptsCounter } from '../usage/key-counter-store.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'
import type { AdmittedCall, InjectContext, KeyEndpoint, KeyHandler, Served } from './admitted-call.ts'
import type { CacheLookup, InjectCache } from './inject-cache.ts'

/** A call that was checked and, unless rejected, handled, but not recorded yet. */
export interface Attempt {
  readonly presented: PresentedKey
  readonly limited: LimitedCall
  readonly outcome: Served | AppError | Rejected
}

/** A call beyond its limit. None of its work was done. */
export class Rejected {
  readonly counted: Counted

  constructor(counted: Counted) {
    this.counted = counted
  }
}

export interface AttemptDeps extends InjectContext {
  readonly usage: UsageRecorder
  readonly answers: InjectCache
}

/** What a call names. Without a project it concerns the key's own project. */
interface NamedCall {
  readonly projectId?: number
  readonly environment?: string | undefined
}

export const namedBy = ({
  params,
  query,
}: {
  readonly params: unknown
  readonly query: unknown
}): NamedCall => ({
  ...(query as NamedCall | undefined),
  ...(params as NamedCall | undefined),
})

/** Of failed authentications. */
const attemptLimits: CallLimits = { hour: 100, day: 1_000, month: unlimited }

/** The limits of a call: those of its key and owner, or those for failed attempts on the key. */
const limitsOf = ({ key, rejection, limits }: PresentedKey): LimitedCall => ({
  limits: rejection ? attemptLimits : limits,
  counter: rejection ? failedAttemptsCounter(key.id) : key.id,
  ownerCounter: ownerPrincipal(key.owner_id),
})

/** How a call is responded to. */
export interface Work<E extends KeyEndpoint> {
  readonly handle: KeyHandler<E>
  /** Recalls what an earlier call was responded, for an endpoint whose responses are remembered. */
  readonly lookup?: (answers: InjectCache, call: Call<E>) => Promise<CacheLookup>
}

/** Checks a call and, unless its key or limit rejects it, handles it. A remembered answer is used if it still holds. */
export async function attempt<E extends KeyEndpoint>(
  deps: AttemptDeps,
  call: Call<E>,
  { handle, lookup }: Work<E>,
): Promise<Attempt> {
  const cached = lookup && (await lookup(deps.answers, call))
  if (cached?.known) {
    const { presented, served } = cached.known
    return await within(deps, presented, call, async (onlyUnchanged) => {
      if (onlyUnchanged && served.result.status !== 304) throw new AppError('RATE_LIMITED')
      return served
    })
  }
  const { presented: sent } = call.caller
  const token = readToken(sent, 'pak', sent === '' ? noKeyMessage : unknownKeyMessage)
  const presented = await findPresentedKey(deps, token, call.origin.ip)
  return await within(deps, presented, call, async (onlyUnchanged) => {
    const { params, query, ifNoneMatch } = call
    const { key } = presented
    const { projectId } = namedBy({ params, query })
    if (projectId !== undefined && key.project_id !== projectId) throw new AppError('NOT_FOUND')
    const admitted = { params, query, ifNoneMatch, key, token, onlyUnchanged } as AdmittedCall<E>
    const served = await handle(deps, admitted)
    cached?.remember(presented, served)
    return served
  })
}

/**
 * Does the work unless the key's state or limit rejects the call. Beyond the calls of the month, one with an ETag is
 * answered if nothing has changed.
 */
async function within(
  { usage }: AttemptDeps,
  presented: PresentedKey,
  { ifNoneMatch }: Pick<Call<KeyEndpoint>, 'ifNoneMatch'>,
  work: (onlyUnchanged: boolean) => Promise<Served>,
): Promise<Attempt> {
  const limited = limitsOf(presented)
  const overLimit = await usage.findRejection(limited)
  const onlyUnchanged = overLimit?.rejectedBy === 'month' && ifNoneMatch !== undefined
  if (overLimit && !onlyUnchanged) return { presented, limited, outcome: new Rejected(overLimit) }
  if (presented.rejection) return { presented, limited, outcome: presented.rejection }
  try {
    const served = await work(onlyUnchanged)
    const isRejected = overLimit && served.result.status !== 304
    return { presented, limited, outcome: isRejected ? new Rejected(overLimit) : served }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { presented, limited, outcome: overLimit ? new Rejected(overLimit) : error }
  }
}
