import type { readAccountSecurity as endpoint } from '@envhold/contract/account-security.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { readOperatorFactorStart } from '../../../instance-settings/operator-factor.ts'
import { readPermissions } from '../../roles/read-permissions.ts'
import { hasSecondFactor, stepUpProofsOf } from '../factors/accepted-proofs.ts'
import { readFactors } from '../factors/factor-store.ts'
import { findSecretTimes } from './security-store.ts'

const timeOrNull = (time: number | null) => (time === null ? null : wireTime(time))

/** Reads what the account page shows of passwords, factors and the recovery key. */
export async function readAccountSecurity(
  ctx: Context,
  { userId, role }: SessionCaller,
): Promise<OutputOf<typeof endpoint>> {
  const [times, factors] = await Promise.all([findSecretTimes(ctx.db, userId), readFactors(ctx, userId)])
  if (!times) throw new AppError('UNAUTHENTICATED')
  const { password, totp, recoveryCodes, passkeys, identities } = factors
  const setAt = times.master_password_set_at
  const isOperator = mayEnterOperatorArea(role, await readPermissions(ctx)(role))
  const needsFactor = isOperator && !hasSecondFactor(factors)
  return {
    security: {
      password: password ? { changed_at: timeOrNull(times.password_changed_at) } : null,
      master_password:
        setAt === null
          ? null
          : {
              set_at: wireTime(setAt),
              changed_at: timeOrNull(times.master_password_changed_at),
              recovery_key_made_at: wireTime(times.recovery_made_at ?? setAt),
              recovery_key_checked_at: timeOrNull(times.recovery_checked_at),
            },
      totp,
      recovery_codes: recoveryCodes,
      passkeys,
      provider_identities: identities,
      step_up_methods: stepUpProofsOf(factors),
      needs_second_factor: needsFactor,
      second_factor_due: timeOrNull(needsFactor ? await readOperatorFactorStart(ctx) : null),
    },
  }
}
