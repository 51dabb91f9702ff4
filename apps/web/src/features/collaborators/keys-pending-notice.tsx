import type { Project } from '@envhold/contract/projects.ts'
import { Banner } from '../../ui/banner.tsx'

/** For somebody who joined without the mailed link: why nothing can be read yet, and who can help. */
export function KeysPendingNotice({ project }: { project: Project }) {
  if (!project.keys_pending) return null
  return (
    <Banner
      tone="warn"
      className="mb-5"
      title={`${project.owner_username} has to open Envhold once before you can read`}
    >
      You joined without the link in the mail, so the keys could not come along. They follow by themselves the
      next time {project.owner_username} unlocks the vault; nothing is left for you to do.
    </Banner>
  )
}
