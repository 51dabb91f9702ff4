import { strengthOf } from '@envhold/contract/accounts/step-up.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { holdsOperatorPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../app-error.ts'
import type { Caller, SessionCaller } from './caller.ts'
import type { Exchange } from './exchange.ts'
import { readCredentials } from './requests/read-headers.ts'
import { requireStepUp, type StepUpDeps } from './require-step-up.ts'
import type { Authenticate, ReadPermissions } from './route.ts'

export interface AdmitDeps extends StepUpDeps, OperatorDeps {
  readonly authenticate: Authenticate
}

const anonymous: Caller = { kind: 'anonymous' }

type Credentials = ReturnType<typeof readCredentials>

/**
 * Authenticates the caller, and checks that they may make this call. API keys are left to the call itself.
 * @throws AppError UNAUTHENTICATED, FORBIDDEN, STEP_UP_REQUIRED, SECOND_FACTOR_REQUIRED, ACCOUNT_SUSPENDED, RATE_LIMITED
 */
export function admit(deps: AdmitDeps, endpoint: Endpoint, exchange: Exchange): Caller | Promise<Caller> {
  const { audience } = endpoint
  if (audience === 'anyone' || audience === 'webhook') return anonymous
  const credentials = readCredentials(exchange.headers)
  if (audience !== 'api-key') return admitUser(deps, endpoint, exchange, credentials)
  return { kind: 'api-key', presented: credentials.apiKey ?? credentials.bearer ?? '' }
}

async function admitUser(
  deps: AdmitDeps,
  endpoint: Endpoint,
  exchange: Exchange,
  credentials: Credentials,
): Promise<Caller> {
  const caller = await deps.authenticate(endpoint, credentials)
  await requireOperator(endpoint, caller, deps)
  await requireStepUp(deps, endpoint, caller, exchange)
  return caller
}

interface OperatorDeps extends OperatorSessionDeps {
  readonly readPermissions: ReadPermissions
}

/**
 * Checks that the role of an operator's session has the permission of the endpoint. Only endpoints of the operator area
 * read the role.
 * @throws AppError FORBIDDEN for all others: the existence of the operator area is not secret; UNAUTHENTICATED,
 *   STEP_UP_REQUIRED, SECOND_FACTOR_REQUIRED
 */
async function requireOperator(
  { operatorPermission }: Endpoint,
  caller: Caller,
  { readPermissions, ...deps }: OperatorDeps,
): Promise<void> {
  if (operatorPermission === undefined) return
  if (caller.kind !== 'session') throw new AppError('FORBIDDEN')
  const permissions = await readPermissions(caller.role)
  const isAllowed =
    mayEnterOperatorArea(caller.role, permissions) && holdsOperatorPermission(permissions, operatorPermission)
  if (!isAllowed) throw new AppError('FORBIDDEN')
  await requireOperatorSession(deps, caller)
}

const minuteMs = 60_000
/** Operator calls end after this long without one, or without a proof of identity. */
const idleMs = 60 * minuteMs
/** A session makes operator calls for this long after it was started. */
const maxMs = 24 * 60 * minuteMs
/** Calls are stored at most this often, so that reading does not mean writing. */
const touchIntervalMs = minuteMs

const ended =
  'Please sign in again: operators are signed out after an hour without activity, and after a day.'
const factorMessage = 'Confirm that it is you with your second factor: operators need one once they have it.'

export interface OperatorSessionDeps extends Pick<StepUpDeps, 'readStepUpMethods' | 'clock'> {
  /** Whether operators have to have a second factor. Asked only about an account that has none. */
  readonly isOperatorFactorRequired: () => Promise<boolean>
  readonly touchOperatorSession: (sessionId: string, seenAt: number) => Promise<unknown>
}

/**
 * Holds the sessions of operators to stricter limits than others.
 * @throws AppError UNAUTHENTICATED; STEP_UP_REQUIRED if the account has a second factor and the session did not use it;
 *   SECOND_FACTOR_REQUIRED if it has none and operators need one
 */
async function requireOperatorSession(
  { readStepUpMethods, isOperatorFactorRequired, touchOperatorSession, clock }: OperatorSessionDeps,
  { userId, session, startedAt, verifiedAt, verifiedBy, operatorSeenAt }: SessionCaller,
): Promise<void> {
  const now = clock()
  const seenAt = Math.max(operatorSeenAt ?? 0, verifiedAt)
  if (now - startedAt >= maxMs || now - seenAt >= idleMs)
    throw new AppError('UNAUTHENTICATED', { message: ended })
  const methods = [...(await readStepUpMethods(userId))]
  const strongest = Math.max(...methods.map(strengthOf), 1)
  if (strengthOf(verifiedBy) < strongest)
    throw new AppError('STEP_UP_REQUIRED', { message: factorMessage, fields: { methods } })
  if (strongest === 1 && (await isOperatorFactorRequired())) throw new AppError('SECOND_FACTOR_REQUIRED')
  if (now - seenAt >= touchIntervalMs) await touchOperatorSession(session.id, now)
}
