import { formatDay } from '../../ui/format.ts'
import { archivedUntil } from './archived-until.ts'

/** What becomes of the projects that do not stay. */
export const RetainConsequences = ({ end }: { end: string }) => (
  <div className="grid gap-1 rounded-lg border bg-sunken px-4 py-3 text-ink-2">
    <p>
      An archived project is unavailable to everyone, and its API keys stop. You can restore it with
      everything in it until {formatDay(archivedUntil(end, Date.now()))}, as soon as your plan has a free
      place. After that it is permanently deleted.
    </p>
    <p>
      Once the others are archived, what stays is writable again at once. If you only save your choice, they
      are archived on {formatDay(end)}.
    </p>
  </div>
)
