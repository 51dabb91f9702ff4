/** What operators set for the whole instance. */
import * as contract from '@envhold/contract/operator/instance-settings.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { viewAnnouncement } from '../../../instance-settings/current-announcement.ts'
import {
  defaultOperatorFactor,
  readInstanceSetting,
  type SettingName,
  type StoredSetting,
} from '../../../instance-settings/instance-settings-store.ts'
import { hasSecondFactor } from '../../accounts/factors/accepted-methods.ts'
import { readFactors } from '../../accounts/factors/factor-store.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { setAnnouncement, setOperatorFactor, setSignUps } from './set-settings.ts'

type SettingsContext = DbContext<'config' | 'secrets' | 'clock'>

export const readInstanceSettings = verb(contract.readInstanceSettings, (ctx) => viewSettings(ctx))

export const updateAnnouncement = verb(
  contract.updateAnnouncement,
  (ctx, { caller: { userId }, body: { announcement, revision }, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      const until = announcement?.until ?? null
      const stored = announcement && { ...announcement, until: until === null ? null : Date.parse(until) }
      await setAnnouncement(tx, stored, revision)
      return await viewSettings(tx)
    }),
)

export const updateSignUps = verb(
  contract.updateSignUps,
  (ctx, { caller: { userId }, body: { mode, revision }, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      await setSignUps(tx, mode, revision)
      return await viewSettings(tx)
    }),
)

/** Operators who have no second factor would lock themselves out. */
export const updateOperatorFactor = verb(
  contract.updateOperatorFactor,
  (ctx, { caller: { userId }, body: { required, revision }, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      if (required && !hasSecondFactor(await readFactors(tx, userId)))
        throw new AppError('SECOND_FACTOR_REQUIRED', {
          message: 'Set up a second factor for your own account first: without it you would be locked out.',
        })
      await setOperatorFactor(tx, required, revision)
      return await viewSettings(tx)
    }),
)

/** @throws TamperedRowError */
async function viewSettings(ctx: SettingsContext): Promise<contract.InstanceSettings> {
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

async function viewChange(
  ctx: SettingsContext,
  { revision, changedBy }: StoredSetting<SettingName>,
): Promise<contract.SettingChange | null> {
  if (revision === 0) return null
  const at = wireTime(revision)
  if (changedBy === null) return { at, by: null }
  const user = await findUser(ctx, changedBy)
  return { at, by: { id: changedBy, username: user?.username ?? null } }
}
