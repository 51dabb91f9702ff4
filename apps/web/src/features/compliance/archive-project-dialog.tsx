import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { formatDay } from '../../ui/text/format.ts'
import { archivedUntil, complianceErrors, useArchiveProject } from './archive-actions.tsx'

interface Props {
  project: { readonly id: number; readonly name: string }
  compliance: Compliance | null | undefined
  onClose: () => void
}

export function ArchiveProjectDialog({ project, compliance, onClose }: Props) {
  const { mutateAsync } = useArchiveProject(project.id)
  const end = compliance?.gracePeriodEnd
  const archive = async () => {
    await mutateAsync()
  }
  return (
    <CallDialog
      tone="warning"
      title="Archive project"
      description={
        <>
          <span className="font-medium break-words text-ink">{project.name}</span> becomes unavailable to
          everyone, and its API keys stop working immediately. You can restore it with its environments,
          history, keys and collaborators
          {end && <> until {formatDay(archivedUntil(end, Date.now()))}</>}. After that it is permanently
          deleted.
        </>
      }
      confirmText="Archive project"
      errors={complianceErrors.archiveProject}
      onClose={onClose}
      onConfirm={archive}
    />
  )
}
