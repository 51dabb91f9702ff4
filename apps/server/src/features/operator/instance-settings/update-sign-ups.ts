import type {
  updateSignUps as endpoint,
  InstanceSettings,
} from '@envhold/contract/operator/instance-settings.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { readInstanceSettings } from './read-instance-settings.ts'
import { setSignUps } from './set-sign-ups.ts'

/** @throws AppError CONFLICT */
export const updateSignUps = (
  ctx: Context,
  { caller: { userId }, body: { mode, revision }, origin }: Call<typeof endpoint>,
): Promise<InstanceSettings> =>
  transact(ctx, { userId, origin }, async (tx) => {
    await setSignUps(tx, mode, revision)
    return await readInstanceSettings(tx)
  })
