import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { LogOut, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useAccount } from '../../connection/session/use-session-state.ts'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useWhenReady } from '../../ui/dialogs/after-dialog.ts'
import { Tooltip } from '../../ui/dialogs/tooltip.tsx'
import { useBlocked } from '../../ui/feedback/blocked.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { environmentsQuery } from '../projects/project-queries.ts'
import { useSubscriptionStatus } from '../subscription/subscription-status.tsx'
import { CollaboratorDialogs, type OpenedDialog } from './collaborator-dialogs.tsx'
import { accessText, CollaboratorEntry } from './collaborator-entry.tsx'
import { CollaboratorList } from './collaborator-list.tsx'
import { CollaboratorLimit } from './collaborator-notices.tsx'
import { collaboratorErrors, collaboratorsQuery } from './collaborator-queries.ts'
import { limitReached } from './invitations/invite-rules.ts'

interface Props {
  project: Project
  /** Navigates away after the user left the project. */
  onLeft: () => Promise<unknown>
  /** A command requested the invitation dialog. */
  inviteRequested: boolean
  onInviteStarted: () => void
}

export function CollaboratorsTab({ project, onLeft, inviteRequested, onInviteStarted }: Props) {
  const api = useApi()
  const account = useAccount()
  const people = useQuery(collaboratorsQuery(api, project.id))
  const shared = useQuery(environmentsQuery(api, project.id))
  const { data: members } = people
  const { data: environments } = shared
  const failed = [people, shared].filter(({ data, error }) => !data && error)
  const [opened, setOpened] = useState<OpenedDialog>()
  const isOwner = may(project.user_role, 'own')

  return (
    <section aria-label="Collaborators" className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-ink-2">
          Each person has their own key and can read only the environments shared with them.
        </p>
        {isOwner ? (
          <InviteButton
            isRequested={inviteRequested}
            enabled={members !== undefined && environments !== undefined && !opened}
            onStarted={onInviteStarted}
            onInvite={() => setOpened({ what: 'invite' })}
          />
        ) : (
          account && (
            <Button variant="secondary" onClick={() => setOpened({ what: 'leave', userId: account.id })}>
              <LogOut />
              Leave project
            </Button>
          )
        )}
      </div>
      {isOwner && <Limit />}
      {failed[0] && (
        <ErrorState
          title={errorText(failed[0].error, collaboratorErrors.loadCollaborators)}
          onRetry={() => failed.map(({ refetch }) => refetch())}
          busy={failed.some(({ isFetching }) => isFetching)}
        >
          Who can read this project has not changed.
        </ErrorState>
      )}
      {!failed[0] && (!members || !environments) && (
        <CollaboratorsSkeleton rows={project.collaborator_count} />
      )}
      {members && environments && (
        <>
          <div className="grid gap-2">
            <h2 className="font-semibold">Project Owner</h2>
            <ul className="rounded-lg border bg-surface">
              <CollaboratorEntry
                username={members.owner.username}
                email={members.owner.email}
                projectRole="owner"
                isYou={isOwner}
                access={accessText('owner', [], environments)}
                actions={isOwner ? null : undefined}
              />
            </ul>
          </div>
          <CollaboratorList
            project={project}
            collaborators={members.collaborators}
            environments={environments}
            ownId={account?.id}
            onAct={(what, collaborator) => setOpened({ what, collaborator })}
          />
        </>
      )}
      {opened && members && environments && (
        <CollaboratorDialogs
          opened={opened}
          project={project}
          members={members}
          environments={environments}
          onOpen={setOpened}
          onLeft={onLeft}
        />
      )}
    </section>
  )
}

function Limit() {
  const { data } = useSubscriptionStatus()
  return <CollaboratorLimit status={data} />
}

interface InviteButtonProps {
  isRequested: boolean
  enabled: boolean
  /** The command was carried out, or its rejection explained. */
  onStarted: () => void
  onInvite: () => void
}

function InviteButton({ isRequested, enabled, onStarted, onInvite }: InviteButtonProps) {
  const { data, isPending } = useSubscriptionStatus()
  const readOnly = useBlocked()
  const blocked = readOnly ?? limitReached(data?.limitStatus.collaborators)
  const invite = () => (blocked ? void toast.info(blocked, { id: 'blocked' }) : onInvite())
  useShortcut('n', invite, { enabled })
  useWhenReady(isRequested && !isPending && enabled, () => {
    onStarted()
    invite()
  })
  return (
    <Tooltip text={blocked} blocks>
      <Button onClick={onInvite}>
        <UserPlus />
        Invite Collaborator
      </Button>
    </Tooltip>
  )
}

/** The owner's block and the list below it, in their final shape. */
function CollaboratorsSkeleton({ rows }: { rows: number }) {
  const list = Array.from({ length: Math.min(6, Math.max(1, rows)) }, (_, index) => `row ${index}`)
  return (
    <div aria-hidden="true" className="grid gap-6">
      {[['owner'], list].map((block) => (
        <div key={block[0]} className="grid gap-2">
          <Skeleton className="h-4 w-28" />
          <div className="rounded-lg border bg-surface">
            {block.map((key) => (
              <div
                key={key}
                className="flex h-[66px] items-center justify-between gap-6 border-b px-4 last:border-b-0"
              >
                <Skeleton className="h-3 w-40" />
                <Skeleton className="h-3 w-16" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
