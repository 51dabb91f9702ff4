import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import { createBlockedMessage, type Project } from '@envhold/contract/projects/projects.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useCompliance } from '../compliance/compliance-queries.ts'
import { hasTooManyProjects, isInGrace } from '../compliance/use-grace-period.ts'
import { useSubscriptionStatus } from '../subscription/subscription-status.tsx'

const DeleteProjectDialog = deferred(
  async () => (await import('./delete-project-dialog.tsx')).DeleteProjectDialog,
)
const ArchiveProjectDialog = deferred(
  async () => (await import('../compliance/archive-project-dialog.tsx')).ArchiveProjectDialog,
)
const ProjectFormDialog = deferred(async () => (await import('./project-form-dialog.tsx')).ProjectFormDialog)

export type OpenDialog = { what: 'create' } | { what: 'edit' | 'delete' | 'archive'; project: Project }

interface Props {
  opened: OpenDialog
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

/** What the owner may do on the dashboard beside opening projects, and what decides about it. */
export function useProjectActions() {
  const subscription = useSubscriptionStatus()
  const compliance = useCompliance()
  const isFull = subscription.data?.limitStatus.projects.atLimit === true
  const limitReached = isFull ? 'Upgrade to create more projects' : undefined
  return {
    subscription,
    compliance,
    /** Why no project can be created; undefined if one can. */
    createBlocked: hasTooManyProjects(compliance.data) ? createBlockedMessage : limitReached,
    mayArchive: isInGrace(compliance.data) && !compliance.data.compliant,
  }
}
