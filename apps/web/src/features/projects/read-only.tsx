import type { Project } from '@envhold/contract/projects/projects.ts'
import { may, readOnlyMessages } from '@envhold/contract/projects/projects.ts'
import type { ReactNode } from 'react'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Blocked, useBlocked } from '../../ui/feedback/blocked.tsx'
import { formatDay } from '../../ui/text/format.ts'

/** Blocks what changes a read-only project. */
export function ReadOnlyProject({ project, children }: { project: Project; children: ReactNode }) {
  const reason = useBlocked()
  return <Blocked value={reason ?? readOnlyText(project)}>{children}</Blocked>
}

/** Says why the project is blocked, and what still works. */
export function ReadOnlyNotice({ project }: { project: Project }) {
  const reason = readOnlyText(project)
  const { grace } = project
  const isOwner = may(project.user_role, 'own')
  const outcome = grace && <p>{outcomeText(project, grace.outcome)}</p>
  if (!reason)
    return grace?.outcome === 'access_paused' ? (
      <Banner tone="warn" title={`You can use this project until ${formatDay(grace.end)}`}>
        {outcome}
      </Banner>
    ) : null
  return (
    <Banner title={grace ? `${reason}, until ${formatDay(grace.end)}` : reason}>
      {outcome}
      {isOwner
        ? 'You can read, copy, compare and download everything, remove collaborators, cancel invitations, and delete or turn off API keys.'
        : 'You can read, copy, compare and download everything that is shared with you.'}
    </Banner>
  )
}

type Outcome = NonNullable<Project['grace']>['outcome']

/** What the end of the owner's grace period does, and who can prevent it. */
function outcomeText({ user_role, owner_username: owner }: Project, outcome: Outcome): string {
  if (may(user_role, 'own'))
    return outcome === 'archived'
      ? 'It is archived then, unless you upgrade or choose to keep it.'
      : 'It stays, and can be changed again then.'
  if (outcome === 'archived')
    return `${owner}’s account has more projects than its plan allows. Then this project is archived: nobody can use it, and its API keys stop. Only ${owner} can prevent that: ask them in time.`
  if (outcome === 'access_paused')
    return `${owner}’s account has more collaborators than its plan allows. Then your access is paused. Only ${owner} can prevent that: ask them in time.`
  return `${owner}’s account has more projects than its plan allows. This project stays, and can be changed again then.`
}

/** Why a project cannot be changed; undefined while it can. */
export const readOnlyText = ({ read_only }: Pick<Project, 'read_only'>): string | undefined =>
  read_only ? readOnlyMessages[read_only] : undefined
