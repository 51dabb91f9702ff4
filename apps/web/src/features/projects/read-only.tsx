import type { Project } from '@envhold/contract/projects.ts'
import { may } from '@envhold/contract/roles.ts'
import type { ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Blocked } from '../../ui/blocked.tsx'
import { readOnlyText } from './read-only-text.ts'

/** Blocks what changes a read-only project, and says so above it. */
export function ReadOnlyProject({ project, children }: { project: Project; children: ReactNode }) {
  const reason = readOnlyText(project)
  const isOwner = may(project.user_role, 'own')
  return (
    <Blocked value={reason}>
      {reason && (
        <Banner title={reason} className="mb-5">
          {isOwner
            ? 'You can read, copy, compare and download everything, remove collaborators, cancel invitations, and delete or turn off API keys.'
            : 'You can read, copy, compare and download everything that is shared with you.'}
        </Banner>
      )}
      {children}
    </Blocked>
  )
}
