import type { Project } from '@envhold/contract/projects/projects.ts'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Tells a collaborator who joined without the mailed link why nothing can be read yet, and who can help. */
export function KeysPendingNotice({ project }: { project: Project }) {
  if (!project.keys_pending) return null
  return (
    <Banner tone="warn" title={`${project.owner_username} has to unlock the vault once before you can read`}>
      You joined without the mailed link, so you have no keys yet. You get them automatically the next time{' '}
      {project.owner_username} unlocks the vault. You do not have to do anything.
    </Banner>
  )
}
