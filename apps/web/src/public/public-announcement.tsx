import { AnnouncementBar, DismissButton, MoreButton } from '../ui/feedback/announcement-bar.tsx'

/** The server repeats it once, or leaves it out: `apps/server/src/pages/serve-public-pages.ts`. */
export function PublicAnnouncement() {
  return (
    <div role="status">
      ⟦#announcements⟧
      <AnnouncementBar
        id="⟦id⟧"
        text="⟦text⟧"
        level="⟦level⟧"
        long="⟦long⟧"
        more={<MoreButton data-announcement-more="" />}
        dismiss={<DismissButton data-announcement-dismiss="" />}
      />
      ⟦/announcements⟧
    </div>
  )
}
