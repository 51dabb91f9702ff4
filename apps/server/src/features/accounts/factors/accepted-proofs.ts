import { type Proof, strengthOf } from '@envhold/contract/accounts/step-up.ts'
import type { DbContext } from '../../../context.ts'
import { type Factors, readFactors } from './factor-store.ts'

type Available = readonly (readonly [Proof, boolean])[]

const named = (available: Available): Proof[] => available.flatMap(([proof, has]) => (has ? [proof] : []))

/**
 * The proofs that complete a sign-in after its first factor; none if one factor is enough. An authenticator app turns
 * this on; a passkey is then accepted in its place.
 */
export const secondFactorsOf = ({ totp, passkeys, recoveryCodes }: Factors): Proof[] =>
  totp
    ? named([
        ['passkey', passkeys > 0],
        ['totp', true],
        ['recovery-code', recoveryCodes > 0],
      ])
    : []

/** The proofs that a step-up accepts: the strongest that the account has. */
export function stepUpProofsOf({ password, totp, passkeys, recoveryCodes, identities }: Factors): Proof[] {
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
export const hasSecondFactor = (factors: Factors): boolean =>
  stepUpProofsOf(factors).some((proof) => strengthOf(proof) === 2)

/** Reads which proofs a step-up of an account accepts. */
export const readStepUpProofs =
  (ctx: DbContext<'config' | 'secrets'>) =>
  async (userId: number): Promise<Proof[]> =>
    stepUpProofsOf(await readFactors(ctx, userId))
