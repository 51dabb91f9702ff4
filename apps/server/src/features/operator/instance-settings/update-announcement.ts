import type {
  updateAnnouncement as endpoint,
  InstanceSettings,
} from '@envhold/contract/operator/instance-settings.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { readInstanceSettings } from './read-instance-settings.ts'
import { setAnnouncement } from './set-announcement.ts'

/** @throws AppError VALIDATION_FAILED, CONFLICT */
export const updateAnnouncement = (
  ctx: Context,
  { caller: { userId }, body: { announcement, revision }, origin }: Call<typeof endpoint>,
): Promise<InstanceSettings> =>
  transact(ctx, { userId, origin }, async (tx) => {
    const until = announcement?.until ?? null
    const stored = announcement && { ...announcement, until: until === null ? null : Date.parse(until) }
    await setAnnouncement(tx, stored, revision)
    return await readInstanceSettings(tx)
  })
