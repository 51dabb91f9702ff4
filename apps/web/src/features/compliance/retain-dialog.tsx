import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatCount, formatDay } from '../../ui/text/format.ts'
import { archivedUntil } from './archived-until.ts'
import { complianceErrors } from './compliance-errors.ts'
import { RetainList } from './retain-list.tsx'
import { initialRetained } from './retained-choice.ts'
import { useArchiveExcess, useRetainProjects } from './use-archive.ts'
import type { GracePeriod } from './use-grace-period.ts'

interface Props {
  compliance: Compliance
  grace: GracePeriod
  projects: readonly Project[]
  onClose: () => void
}

/** Which projects stay; the others are archived now or at the end of the grace period. */
export function RetainDialog({ compliance, grace, projects, onClose }: Props) {
  const { maxProjects: max, end } = grace
  const [kept, setKept] = useState(() => initialRetained(projects, compliance))
  const archive = useArchiveExcess(onClose)
  const save = useRetainProjects(onClose)
  const staying = projects.filter(({ id }) => kept.includes(id)).map(({ id }) => id)
  const others = projects.length - staying.length
  const othersText = others === 1 ? 'the other one' : `the other ${formatCount(others)}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="Choose what stays"
      description={`${grace.planName} allows ${formatCount(max, 'project')}. The projects that you check stay; the others are archived.`}
    >
      <RetainList projects={projects} kept={kept} max={max} onKept={setKept} />
      <RetainConsequences end={end} />
      <RetainFailure archive={archive.error} save={save.error} />
      <DialogActions>
        <Button
          variant="secondary"
          busy={save.isPending}
          disabled={archive.isPending}
          onClick={() => save.mutate(staying)}
        >
          Save choice, archive later
        </Button>
        <Button
          busy={archive.isPending}
          disabled={save.isPending || others === 0}
          onClick={() => archive.mutate(staying)}
        >
          {`Archive ${othersText} now`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Why neither archiving nor saving the choice worked. */
function RetainFailure({ archive, save }: { archive: Error | null; save: Error | null }) {
  const text = archive
    ? errorText(archive, complianceErrors.archiveExcess)
    : save && errorText(save, complianceErrors.retainProjects)
  return text && <Banner tone="bad">{text}</Banner>
}

/** What becomes of the projects that do not stay. */
const RetainConsequences = ({ end }: { end: string }) => (
  <div className="grid gap-1 rounded-lg border bg-sunken px-4 py-3 text-ink-2">
    <p>
      An archived project is unavailable to everyone, and its API keys stop. You can restore it with
      everything in it until {formatDay(archivedUntil(end, Date.now()))}, as soon as your plan has a free
      place. After that it is permanently deleted.
    </p>
    <p>
      As soon as the others are archived, the projects you keep can be changed again. If you only save your
      choice, they are archived on {formatDay(end)}.
    </p>
  </div>
)
