import type { Audience, Endpoint } from '@envhold/contract/endpoint.ts'
import type { Caller } from './caller.ts'
import { type ReadHeaders, readCredentials } from './read-headers.ts'
import { type OperatorDeps, requireOperator } from './require-operator.ts'
import { type PresentedSecret, requireStepUp, type StepUpDeps } from './require-step-up.ts'
import type { Authenticate } from './route.ts'

export interface AdmitDeps extends StepUpDeps, OperatorDeps {
  readonly authenticate: Authenticate
}

const anonymous: Caller = { kind: 'anonymous' }

/** The audiences that present a credential of this server. */
const isAuthenticated: Readonly<Record<Audience, boolean>> = {
  anyone: false,
  session: true,
  user: true,
  operator: true,
  'api-key': true,
  webhook: false,
}

/**
 * Authenticates the caller, and checks that they may make this call.
 * @param presented is called only if an open vault counts as a proof
 * @throws AppError UNAUTHENTICATED, FORBIDDEN, STEP_UP_REQUIRED, SECOND_FACTOR_REQUIRED, ACCOUNT_SUSPENDED, RATE_LIMITED
 */
export async function admit(
  deps: AdmitDeps,
  endpoint: Endpoint,
  headers: ReadHeaders,
  presented: () => PresentedSecret,
): Promise<Caller> {
  if (!isAuthenticated[endpoint.audience]) return anonymous
  const caller = await deps.authenticate(endpoint, readCredentials(headers))
  await requireOperator(endpoint, caller, deps)
  await requireStepUp(deps, endpoint, caller, presented)
  return caller
}
