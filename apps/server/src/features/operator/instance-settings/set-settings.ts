/** Changes of instance settings, by operators and by commands on the machine. */
import type { SignUpMode } from '@envhold/contract/accounts/accounts.ts'
import { AppError, changedSinceRead } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import {
  defaultOperatorFactor,
  readInstanceSetting,
  type SettingName,
  type StoredAnnouncement,
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
async function changeSetting<Name extends SettingName>(
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
  if (!isWritten) throw changedSinceRead('setting')
  return before.value
}

const describeAnnouncement = (announcement: StoredAnnouncement | null) => {
  if (!announcement) return 'nothing'
  const { text, level, until } = announcement
  return `“${text}” (${level}${until === null ? '' : `, until ${wireTime(until)}`})`
}

/** @throws AppError VALIDATION_FAILED, CONFLICT */
export async function setAnnouncement(
  tx: Tx,
  announcement: StoredAnnouncement | null,
  known?: number,
): Promise<void> {
  const until = announcement?.until ?? null
  if (until !== null && until <= tx.clock()) {
    const message = 'Must be in the future'
    throw new AppError('VALIDATION_FAILED', {
      message: 'The announcement would have expired already.',
      details: [{ path: 'announcement.until', message }],
    })
  }
  const before = await changeSetting(tx, 'announcement', announcement, known)
  const description = `The announcement was changed from ${describeAnnouncement(before)} to ${describeAnnouncement(announcement)}`
  tx.record({ type: 'announcement_changed', description })
}

/**
 * @param chosen null: the server's setting holds
 * @throws AppError CONFLICT
 */
export async function setSignUps(tx: Tx, chosen: SignUpMode | null, known?: number): Promise<void> {
  // A command may run without the server's SIGN_UPS.
  const ofServer = tx.actor.origin ? ` (${tx.config.signUps})` : ''
  const described = (mode: SignUpMode | null) => mode ?? `the server’s setting${ofServer}`
  const before = await changeSetting(tx, 'sign-ups', chosen, known)
  const description = `The sign-up mode was changed from ${described(before)} to ${described(chosen)}`
  tx.record({ type: 'sign_ups_changed', description })
}

const describeFactor = (isRequired: boolean) => (isRequired ? 'required' : 'not required')

/** Requires it at once. @throws AppError CONFLICT */
export async function setOperatorFactor(tx: Tx, isRequired: boolean, known?: number): Promise<void> {
  const value = { requiredFrom: isRequired ? tx.clock() : null }
  const { requiredFrom } = (await changeSetting(tx, 'operator-factor', value, known)) ?? defaultOperatorFactor
  const description = `The second factor of operators was changed from ${describeFactor(requiredFrom !== null)} to ${describeFactor(isRequired)}`
  tx.record({ type: 'operator_factor_changed', description })
}
