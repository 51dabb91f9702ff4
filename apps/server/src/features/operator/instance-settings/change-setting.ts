import { AppError } from '../../../app-error.ts'
import {
  readInstanceSetting,
  type SettingName,
  type StoredSetting,
  writeInstanceSetting,
} from '../../../instance-settings/instance-settings-store.ts'
import type { Tx } from '../../audit-log/tx.ts'

type Value<Name extends SettingName> = StoredSetting<Name>['value']

/**
 * Replaces a setting, unless somebody changed it after the caller has read it.
 * @param known the revision that the caller has read; a command has read none
 * @returns the value before
 * @throws AppError CONFLICT
 */
export async function changeSetting<Name extends SettingName>(
  tx: Tx,
  name: Name,
  value: Value<Name>,
  known?: number,
): Promise<Value<Name>> {
  const before = await readInstanceSetting(tx, name)
  const revision = known ?? before.revision
  const isWritten =
    revision === before.revision &&
    (await writeInstanceSetting(tx, name, { value, revision, changedBy: tx.actor.userId }))
  if (!isWritten)
    throw new AppError('CONFLICT', {
      message: 'Somebody else changed this in the meantime. Look at what holds now, then repeat your change.',
    })
  return before.value
}
