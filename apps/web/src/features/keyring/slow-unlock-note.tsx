import { SlowNote } from '../../ui/feedback/slow-note.tsx'

/** The wait for an unlock on a server that many people unlock at once, as after its restart. */
export const SlowUnlockNote = ({ busy }: { busy: boolean }) => (
  <SlowNote busy={busy}>
    Unlocking takes longer than usual. The server is busy and takes everybody in turn. Please wait.
  </SlowNote>
)
