import { strengthOf } from '@envhold/contract/step-up.ts'
import { AppError } from '../app-error.ts'
import type { SessionCaller } from './caller.ts'
import type { StepUpDeps } from './require-step-up.ts'

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

export interface OperatorSessionDeps extends Pick<StepUpDeps, 'readStepUpProofs' | 'clock'> {
  /** Whether operators have to have a second factor. Asked only about an account that has none. */
  readonly isOperatorFactorRequired: () => Promise<boolean>
  readonly touchOperatorSession: (sessionId: string, seenAt: number) => Promise<void>
}

/**
 * Holds the sessions of operators to stricter limits than others.
 * @throws AppError UNAUTHENTICATED; STEP_UP_REQUIRED if the account has a second factor and the session did not use it;
 *   SECOND_FACTOR_REQUIRED if it has none and operators need one
 */
export async function requireOperatorSession(
  { readStepUpProofs, isOperatorFactorRequired, touchOperatorSession, clock }: OperatorSessionDeps,
  { userId, session, startedAt, verifiedAt, verifiedBy, operatorSeenAt }: SessionCaller,
): Promise<void> {
  const now = clock()
  const seenAt = Math.max(operatorSeenAt ?? 0, verifiedAt)
  if (now - startedAt >= maxMs || now - seenAt >= idleMs)
    throw new AppError('UNAUTHENTICATED', { message: ended })
  const methods = [...(await readStepUpProofs(userId))]
  const strongest = Math.max(...methods.map(strengthOf), 1)
  if (strengthOf(verifiedBy) < strongest)
    throw new AppError('STEP_UP_REQUIRED', { message: factorMessage, fields: { methods } })
  if (strongest === 1 && (await isOperatorFactorRequired())) throw new AppError('SECOND_FACTOR_REQUIRED')
  if (now - seenAt >= touchIntervalMs) await touchOperatorSession(session.id, now)
}
