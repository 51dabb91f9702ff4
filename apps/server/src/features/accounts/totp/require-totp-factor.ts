import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { findTotpFactor, type TotpFactor } from './totp-factor-store.ts'

/** @throws AppError NOT_FOUND while no authenticator app is on */
export async function requireTotpFactor(
  ctx: Pick<Context, 'db' | 'secrets'>,
  userId: number,
): Promise<TotpFactor> {
  const factor = await findTotpFactor(ctx, userId)
  if (!factor) throw new AppError('NOT_FOUND', { message: 'No authenticator app is on.' })
  return factor
}
