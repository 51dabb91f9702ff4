import type {
  updateOperatorFactor as endpoint,
  InstanceSettings,
} from '@envhold/contract/operator/instance-settings.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { hasSecondFactor } from '../../accounts/factors/accepted-proofs.ts'
import { readFactors } from '../../accounts/factors/factor-store.ts'
import { transact } from '../../audit-log/tx.ts'
import { readInstanceSettings } from './read-instance-settings.ts'
import { setOperatorFactor } from './set-operator-factor.ts'

/** @throws AppError SECOND_FACTOR_REQUIRED when operators who have none would lock themselves out; CONFLICT */
export const updateOperatorFactor = (
  ctx: Context,
  { caller: { userId }, body: { required, revision }, origin }: Call<typeof endpoint>,
): Promise<InstanceSettings> =>
  transact(ctx, { userId, origin }, async (tx) => {
    if (required && !hasSecondFactor(await readFactors(tx, userId)))
      throw new AppError('SECOND_FACTOR_REQUIRED', {
        message: 'Set up a second factor for your own account first: without it you would be locked out.',
      })
    await setOperatorFactor(tx, required, revision)
    return await readInstanceSettings(tx)
  })
