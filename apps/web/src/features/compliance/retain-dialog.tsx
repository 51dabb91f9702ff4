import type { Compliance } from '@envhold/contract/compliance.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { formatCount } from '../../ui/format.ts'
import { complianceErrors } from './compliance-errors.ts'
import { RetainConsequences } from './retain-consequences.tsx'
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
          Save choice for the end
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
