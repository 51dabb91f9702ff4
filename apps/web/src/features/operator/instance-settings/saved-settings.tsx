import { ApiError } from '@envhold/client/api-error.ts'
import {
  type InstanceSettings,
  readInstanceSettings,
  type SettingChange,
} from '@envhold/contract/operator/instance-settings.ts'
import { type Announcement, readAnnouncement } from '@envhold/contract/pages/announcement.ts'
import { useQueryClient } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { readKey } from '../../../connection/api/read-query.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useWork } from '../parts/use-sending.ts'

/** Who changed a setting last, and when. */
export function ChangedBy({ changed }: { changed: SettingChange | null }) {
  if (!changed) return <>Never changed</>
  const { at, by } = changed
  return (
    <>
      Changed <Time at={at} />{' '}
      {by ? `by ${by.username ?? `a deleted account (${by.id})`}` : 'by a command on the server'}
    </>
  )
}

const settingsKey = readKey(readInstanceSettings, {})
const announcementKey = readKey(readAnnouncement, {})

/** Saves a setting. If somebody else was faster, the page says so and shows what holds now. */
export function useSaveSettings() {
  const client = useQueryClient()
  const [busy, start] = useWork((error) => {
    notifyError(error)
    if (error instanceof ApiError && error.code === 'CONFLICT')
      void client.invalidateQueries({ queryKey: settingsKey })
  })
  const save = (call: () => Promise<InstanceSettings>, done: string) =>
    start(async () => {
      const saved = await call()
      client.setQueryData(settingsKey, saved)
      // What was asked before the change must not replace it.
      await client.cancelQueries({ queryKey: announcementKey })
      // The frame shows it at once; other pages follow within a minute.
      client.setQueryData(announcementKey, { announcement: shownAnnouncement(saved) })
      toast.success(done)
    })
  return { busy, save }
}

/** The announcement that pages show: none once it has ended. */
export function shownAnnouncement({
  announcement: { current },
}: Pick<InstanceSettings, 'announcement'>): Announcement | null {
  const isOver = current !== null && current.until !== null && Date.parse(current.until) <= Date.now()
  return isOver ? null : current
}
