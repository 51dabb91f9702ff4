import type { Announcement } from '@envhold/contract/announcement.ts'
import type { InstanceSettings } from '@envhold/contract/operator/instance-settings.ts'

/** The announcement that pages show: none once it has ended. */
export function shownAnnouncement({
  announcement: { current },
}: Pick<InstanceSettings, 'announcement'>): Announcement | null {
  const isOver = current !== null && current.until !== null && Date.parse(current.until) <= Date.now()
  return isOver ? null : current
}
