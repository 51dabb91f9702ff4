import type { Announcement } from '@envhold/contract/pages/announcement.ts'
import { useState } from 'react'
import {
  AnnouncementBar,
  DismissButton,
  isLongAnnouncement,
  MoreButton,
} from '../../ui/feedback/announcement-bar.tsx'
import { readDismissed, saveDismissed } from '../../ui/feedback/dismissed-announcement.ts'

interface Props {
  readonly announcement: Announcement
  readonly className?: string | undefined
}

/** The announcement, unless it was dismissed in this browser. */
export function ShownAnnouncement({ announcement, className }: Props) {
  const { id, text } = announcement
  const [dismissed, setDismissed] = useState(readDismissed)
  const [opened, setOpened] = useState('')
  const dismiss = () => {
    saveDismissed(id)
    setDismissed(id)
    document.querySelector<HTMLElement>('main')?.focus()
  }
  if (id === dismissed) return null
  return (
    <AnnouncementBar
      {...announcement}
      className={className}
      long={isLongAnnouncement(text) && id !== opened ? 'yes' : 'no'}
      more={<MoreButton onClick={() => setOpened(id)} />}
      dismiss={<DismissButton onClick={dismiss} />}
    />
  )
}
