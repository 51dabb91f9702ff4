import { type AuthMethod, strengthOf } from '@envhold/contract/accounts/step-up.ts'
import type { DbContext } from '../../../context.ts'
import { type Factors, readFactors } from './factor-store.ts'

type Available = readonly (readonly [AuthMethod, boolean])[]

const named = (available: Available) => available.flatMap(([method, has]) => (has ? [method] : []))

/**
 * The methods that complete a sign-in after its first factor; none if one factor is enough. An authenticator app turns
 * this on; a passkey is then accepted in its place.
 */
export const secondFactorsOf = ({ totp, passkeys, recoveryCodes }: Factors) =>
  totp
    ? named([
        ['passkey', passkeys > 0],
        ['totp', true],
        ['recovery-code', recoveryCodes > 0],
      ])
    : []

/** The methods that a step-up accepts: the strongest that the account has. */
export function stepUpMethodsOf({ password, totp, passkeys, recoveryCodes, identities }: Factors) {
  const strong = named([
    ['passkey', passkeys > 0],
    ['totp', totp],
    ['recovery-code', totp && recoveryCodes > 0],
  ])
  if (strong.length > 0) return strong
  return named([
    ['password', password],
    ['oidc', identities > 0],
  ])
}

/** Whether the account has an authenticator app or a passkey. */
export const hasSecondFactor = (factors: Factors) =>
  stepUpMethodsOf(factors).some((method) => strengthOf(method) === 2)

/** Reads which methods a step-up of an account accepts. */
export const readStepUpMethods = (ctx: DbContext<'config' | 'secrets'>) => async (userId: number) =>
  stepUpMethodsOf(await readFactors(ctx, userId))
