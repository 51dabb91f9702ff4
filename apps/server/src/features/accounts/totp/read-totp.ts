import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readTotp as endpoint } from '@envhold/contract/totp.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { countRecoveryCodes } from '../recovery-codes/recovery-code-store.ts'
import { findTotpFactor } from './totp-factor-store.ts'

export async function readTotp(ctx: Context, userId: number): Promise<OutputOf<typeof endpoint>> {
  const factor = await findTotpFactor(ctx, userId)
  return {
    totp: factor
      ? {
          confirmed_at: wireTime(factor.confirmed_at ?? factor.created_at),
          last_used_at: factor.last_used_at === null ? null : wireTime(factor.last_used_at),
        }
      : null,
    recovery_codes_left: await countRecoveryCodes(ctx.db, userId),
  }
}
