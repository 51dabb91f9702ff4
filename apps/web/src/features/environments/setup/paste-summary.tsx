import { Checkbox } from '../../../ui/checkbox.tsx'
import type { SetupDraft } from './setup-draft.ts'

interface Props {
  draft: SetupDraft
  onDraft: (draft: SetupDraft) => void
  /** How many variables were found, and how many of them have a warning. */
  count: number
  warnings: number
  busy: boolean
}

/** What was found, and whether the other environments get the same names. */
export const PasteSummary = ({ draft, onDraft, count, warnings, busy }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-4 py-3 text-small">
    <p role="status">
      <span className="font-semibold tabular-nums">
        {count === 1 ? '1 variable' : `${count.toLocaleString('en-US')} variables`}
      </span>
      {draft.file && <span className="text-ink-2"> from {draft.file}</span>}
      {warnings > 0 && <span className="text-ink-2"> · {warnings} worth a second look</span>}
    </p>
    {draft.environments.length > 1 && (
      <Checkbox
        label="Same names, empty, in the others"
        checked={draft.repeatsNames}
        disabled={busy}
        onChange={(event) => onDraft({ ...draft, repeatsNames: event.target.checked })}
      />
    )}
  </div>
)
