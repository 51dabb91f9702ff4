import { AppError } from '../../../app-error.ts'
import { wireTime } from '../../../http/wire-time.ts'
import type { StoredAnnouncement } from '../../../instance-settings/instance-settings-store.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { changeSetting } from './change-setting.ts'

const described = (announcement: StoredAnnouncement | null) => {
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
  tx.record({
    type: 'announcement_changed',
    severity: 'high',
    description: `The announcement was changed from ${described(before)} to ${described(announcement)}`,
  })
}
