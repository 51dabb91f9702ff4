import type { InstanceSettings, SettingChange } from '@envhold/contract/operator/instance-settings.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { viewAnnouncement } from '../../../instance-settings/current-announcement.ts'
import {
  readInstanceSetting,
  type SettingName,
  type StoredSetting,
} from '../../../instance-settings/instance-settings-store.ts'
import { defaultOperatorFactor } from '../../../instance-settings/operator-factor.ts'
import { findUser } from '../../users/user-store.ts'

type Reading = Pick<Context, 'config' | 'db' | 'secrets' | 'clock'>

async function viewChange(
  ctx: Reading,
  { revision, changedBy }: StoredSetting<SettingName>,
): Promise<SettingChange | null> {
  if (revision === 0) return null
  const at = wireTime(revision)
  if (changedBy === null) return { at, by: null }
  const user = await findUser(ctx, changedBy)
  return { at, by: { id: changedBy, username: user?.username ?? null } }
}

/** @throws TamperedRowError */
export async function readInstanceSettings(ctx: Reading): Promise<InstanceSettings> {
  const announcement = await readInstanceSetting(ctx, 'announcement')
  const signUps = await readInstanceSetting(ctx, 'sign-ups')
  const operatorFactor = await readInstanceSetting(ctx, 'operator-factor')
  const { requiredFrom } = operatorFactor.value ?? defaultOperatorFactor
  const { signUps: server } = ctx.config
  return {
    announcement: {
      current: announcement.value && viewAnnouncement(announcement.value),
      revision: announcement.revision,
      changed: await viewChange(ctx, announcement),
    },
    sign_ups: {
      mode: signUps.value ?? server,
      server_mode: server,
      chosen_mode: signUps.value,
      revision: signUps.revision,
      changed: await viewChange(ctx, signUps),
    },
    operator_factor: {
      required: requiredFrom !== null,
      from: requiredFrom !== null && requiredFrom > ctx.clock() ? wireTime(requiredFrom) : null,
      revision: operatorFactor.revision,
      changed: await viewChange(ctx, operatorFactor),
    },
  }
}
