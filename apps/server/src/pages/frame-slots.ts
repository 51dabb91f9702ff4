import type { Announcement } from '@envhold/contract/announcement.ts'
import type { SlotValues } from '@envhold/contract/page-slots.ts'
import type { SignUpMode } from '@envhold/contract/sign-up-modes.ts'

/** About what two lines of a phone hold; the web app has the same limit in `ui/announcement-bar.tsx`. */
const shortLength = 60

const notes: Readonly<Record<SignUpMode, string>> = {
  open: '',
  invited: 'New accounts need an invitation.',
  approval: 'An operator of this server approves each new account.',
  closed: 'This server accepts no new accounts at the moment.',
}

/** What every public page has: the announcement of the operators, and whether accounts can be created. */
export const frameSlots = (announcement: Announcement | null, signUps: SignUpMode): SlotValues => ({
  announcements: announcement
    ? [
        {
          id: announcement.id,
          text: announcement.text,
          level: announcement.level,
          long: [...announcement.text].length > shortLength ? 'yes' : 'no',
        },
      ]
    : [],
  signUps,
  signUpNote: notes[signUps],
})
