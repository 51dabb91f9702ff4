import { type AuthMethod, stepUpMinutes, strengthOf } from '@envhold/contract/accounts/step-up.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { AppError } from '../app-error.ts'
import type { Caller, SessionCaller } from './caller.ts'
import type { Exchange } from './exchange.ts'
import { readMasterPassword } from './requests/read-headers.ts'
import type { Origin } from './route.ts'

const windowMs = stepUpMinutes * 60_000
/** The maximum difference between the clocks of two nodes. */
const clockToleranceMs = 60_000

const message = `Confirm that it is you: this needs a proof from the last ${stepUpMinutes} minutes.`

/** Reads which methods a step-up of an account accepts: the strongest that it has. */
export type ReadStepUpMethods = (userId: number) => Promise<readonly AuthMethod[]>

/** The secret of the vault that a call presents beside its session. */
export interface PresentedSecret {
  readonly masterPassword: string | undefined
  readonly origin: Origin
}

/**
 * Whether the secret that a session presents opens its vault; false if it presents none, or has no vault.
 * @throws AppError INVALID_MASTER_PASSWORD, LOCKED_OUT, UNAVAILABLE
 */
export type OpensVault = (caller: SessionCaller, presented: PresentedSecret) => Promise<boolean>

export interface StepUpDeps {
  readonly opensVault: OpensVault
  readonly readStepUpMethods: ReadStepUpMethods
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const presentedSecret = (exchange: Exchange): PresentedSecret => ({
  masterPassword: readMasterPassword(exchange.headers),
  origin: exchange,
})

/**
 * Accepts a session whose user has recently proved who they are, or whose vault is open if that is enough, and every
 * personal token: it has its own permission, and no user is present to confirm anything.
 * @throws AppError STEP_UP_REQUIRED, with the accepted methods
 */
export async function requireStepUp(
  { readStepUpMethods, opensVault, clock }: StepUpDeps,
  { stepUp }: Endpoint,
  caller: Caller,
  exchange: Exchange,
): Promise<void> {
  if (stepUp === undefined || caller.kind !== 'session') return
  const methods = [...(await readStepUpMethods(caller.userId))]
  const age = clock() - caller.verifiedAt
  const isFresh = age >= -clockToleranceMs && age < windowMs
  const needed = Math.max(...methods.map(strengthOf), 1)
  if (isFresh && strengthOf(caller.verifiedBy) >= needed) return
  if (stepUp === 'unless-unlocked' && (await opensVault(caller, presentedSecret(exchange)))) return
  throw new AppError('STEP_UP_REQUIRED', { message, fields: { methods } })
}
