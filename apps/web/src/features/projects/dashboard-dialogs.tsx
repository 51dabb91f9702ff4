import type { Compliance } from '@envhold/contract/compliance.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { deferred } from '../../ui/deferred.tsx'

const DeleteProjectDialog = deferred(
  async () => (await import('./delete-project-dialog.tsx')).DeleteProjectDialog,
)
const ArchiveProjectDialog = deferred(
  async () => (await import('../compliance/archive-project-dialog.tsx')).ArchiveProjectDialog,
)
const ProjectFormDialog = deferred(async () => (await import('./project-form-dialog.tsx')).ProjectFormDialog)

export type Opened = { what: 'create' } | { what: 'edit' | 'delete' | 'archive'; project: Project }

interface Props {
  opened: Opened
  compliance: Compliance | null | undefined
  onClose: () => void
}

/** The dialogs of the dashboard, each loaded when it is opened. */
export function DashboardDialogs({ opened, compliance, onClose }: Props) {
  return (
    <>
      {opened.what === 'create' && <ProjectFormDialog onClose={onClose} />}
      {opened.what === 'edit' && <ProjectFormDialog project={opened.project} onClose={onClose} />}
      {opened.what === 'archive' && (
        <ArchiveProjectDialog project={opened.project} compliance={compliance} onClose={onClose} />
      )}
      {opened.what === 'delete' && <DeleteProjectDialog project={opened.project} onClose={onClose} />}
    </>
  )
}
