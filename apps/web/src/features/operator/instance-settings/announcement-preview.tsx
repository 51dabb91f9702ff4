import { useState } from 'react'
import {
  AnnouncementBar,
  DismissButton,
  isLongAnnouncement,
  MoreButton,
} from '../../../ui/feedback/announcement-bar.tsx'

/** What users see. Its button to dismiss is only shown. */
export function AnnouncementPreview({ text, level }: { text: string; level: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <figcaption className="font-medium">Preview</figcaption>
      <div className="overflow-clip rounded-md border">
        <AnnouncementBar
          id="preview"
          text={text}
          level={level}
          className="px-3 sm:px-3"
          long={isLongAnnouncement(text) && !isOpen ? 'yes' : 'no'}
          more={<MoreButton onClick={() => setOpen(true)} />}
          dismiss={
            <span inert>
              <DismissButton />
            </span>
          }
        />
      </div>
    </figure>
  )
}
