import type { Project } from '@envhold/contract/projects/projects.ts'
import { may, readOnlyMessages } from '@envhold/contract/projects/projects.ts'
import type { ReactNode } from 'react'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Blocked, useBlocked } from '../../ui/feedback/blocked.tsx'

/** Blocks what changes a read-only project. */
export function ReadOnlyProject({ project, children }: { project: Project; children: ReactNode }) {
  const reason = useBlocked()
  return <Blocked value={reason ?? readOnlyText(project)}>{children}</Blocked>
}

/** Says why the project is blocked, and what still works. */
export function ReadOnlyNotice({ project }: { project: Project }) {
  const reason = readOnlyText(project)
  if (!reason) return null
  return (
    <Banner title={reason}>
      {may(project.user_role, 'own')
        ? 'You can read, copy, compare and download everything, remove collaborators, cancel invitations, and delete or turn off API keys.'
        : 'You can read, copy, compare and download everything that is shared with you.'}
    </Banner>
  )
}

/** Why a project cannot be changed; undefined while it can. */
export const readOnlyText = ({ read_only }: Pick<Project, 'read_only'>): string | undefined =>
  read_only ? readOnlyMessages[read_only] : undefined
