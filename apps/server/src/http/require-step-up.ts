import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { stepUpMinutes } from '@envhold/contract/step-up.ts'
import { AppError } from '../app-error.ts'
import type { Caller } from './caller.ts'

const windowMs = stepUpMinutes * 60_000
/** The maximum difference between the clocks of two nodes. */
const clockToleranceMs = 60_000

const message = `Confirm that it is you: this needs a proof from the last ${stepUpMinutes} minutes.`

/**
 * Accepts a session whose user has recently confirmed their identity, and every personal token: it has its own
 * permission, and no user is present to confirm anything.
 * @throws AppError STEP_UP_REQUIRED, with the accepted methods as the paths of its details
 */
export function requireStepUp({ stepUp }: Endpoint, caller: Caller, now: number): void {
  if (stepUp === undefined || caller.kind !== 'session') return
  const age = now - caller.verifiedAt
  if (age >= -clockToleranceMs && age < windowMs) return
  throw new AppError('STEP_UP_REQUIRED', { details: [{ path: stepUp, message }] })
}
