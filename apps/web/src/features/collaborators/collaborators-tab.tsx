import { inviteBlockedMessage, may, type Project } from '@envhold/contract/projects/projects.ts'
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
import { ErrorState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ListSkeleton } from '../../ui/lists/list-table.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { useCompliance } from '../compliance/compliance-queries.ts'
import { GracePart } from '../compliance/grace-part.tsx'
import { hasTooManyPeople } from '../compliance/use-grace-period.ts'
import { environmentsQuery } from '../projects/project-queries.ts'
import { useSubscriptionStatus } from '../subscription/subscription-status.tsx'
import { CollaboratorDialogs, type OpenedDialog } from './collaborator-dialogs.tsx'
import { CollaboratorLimit } from './collaborator-notices.tsx'
import { collaboratorErrors, collaboratorsQuery, useRefetchOnCount } from './collaborator-queries.ts'
import { limitReached } from './invitations/invite-rules.ts'
import { PeopleTable } from './people-table.tsx'
import { personColumns } from './person-row.tsx'
import { TransferOwnership } from './transfer/transfer-ownership.tsx'

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
  useRefetchOnCount(project.id, members?.collaborators.length)

  return (
    <section aria-label="Collaborators" className="mx-auto grid w-full min-w-0 max-w-[60rem] gap-3">
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
      {isOwner && <GracePart part="People" />}
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
        <ListSkeleton columns={personColumns} parts={[1, project.collaborator_count]} />
      )}
      {members && environments && (
        <PeopleTable
          project={project}
          people={members}
          environments={environments}
          ownId={account?.id}
          onAct={(what, collaborator) => setOpened({ what, collaborator })}
        />
      )}
      {members && <TransferOwnership project={project} hasPeople={members.collaborators.length > 0} />}
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
  const { data: compliance } = useCompliance()
  // The notice of a grace period says more: some do not keep their access.
  return hasTooManyPeople(compliance) ? null : <CollaboratorLimit status={data} />
}

interface InviteButtonProps {
  isRequested: boolean
  enabled: boolean
  /** The command was carried out, or its rejection explained. */
  onStarted: () => void
  onInvite: () => void
}

function InviteButton({ isRequested, enabled, onStarted, onInvite }: InviteButtonProps) {
  const status = useSubscriptionStatus()
  const readOnly = useBlocked()
  const compliance = useCompliance()
  const isKnown = !status.isPending && !compliance.isPending
  const blocked =
    readOnly ??
    (hasTooManyPeople(compliance.data)
      ? inviteBlockedMessage
      : limitReached(status.data?.limitStatus.collaborators))
  const invite = () => (blocked ? toast.info(blocked, { kind: 'blocked' }) : onInvite())
  useShortcut('n', invite, { enabled })
  useWhenReady(isRequested && isKnown && enabled, () => {
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
