import type { Collaborator } from '@envhold/contract/collaborators.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { may } from '@envhold/contract/roles.ts'
import { Pencil, UserMinus, X } from 'lucide-react'
import { useVaultOpen } from '../../connection/use-connection.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Time } from '../../ui/time.tsx'
import { accessText } from './access-text.ts'
import { CollaboratorEntry } from './collaborator-entry.tsx'

interface Props {
  collaborator: Collaborator
  project: Project
  environments: readonly Environment[]
  isYou: boolean
  onEdit: () => void
  onRemove: () => void
  onCancel: () => void
}

/** A collaborator in the list, with the owner's actions. */
export function CollaboratorItem(props: Props) {
  const { collaborator, project, environments, isYou } = props
  const isOwner = may(project.user_role, 'own')
  const isPending = collaborator.status === 'pending'
  return (
    <CollaboratorEntry
      username={collaborator.username}
      email={collaborator.email}
      projectRole={collaborator.role}
      isYou={isYou}
      isPending={isPending}
      isPaused={collaborator.access_paused}
      access={accessText(collaborator.role, collaborator.shared_environments, environments, isOwner)}
      note={
        collaborator.access_paused ? (
          paused
        ) : isPending ? (
          <Invited {...collaborator} />
        ) : (
          collaborator.keys_pending && <KeysPending {...props} />
        )
      }
      actions={isOwner ? <Actions {...props} /> : undefined}
    />
  )
}

const paused = 'Your plan does not allow as many collaborators. Upgrading brings this access back.'

const recentlyMs = 3_600_000

function Invited({ invited_at, expires_at }: Pick<Collaborator, 'invited_at' | 'expires_at'>) {
  const recently = !(Date.now() - Date.parse(invited_at) > recentlyMs)
  return (
    <>
      Invitation pending • Invited {recently ? 'recently' : <Time at={invited_at} date />}
      {expires_at && (
        <>
          {' '}
          • Ends <Time at={expires_at} />
        </>
      )}
    </>
  )
}

/** What the reader can do, or who can help. */
function KeysPending({ collaborator, project, isYou }: Props) {
  const open = useVaultOpen()
  if (may(project.user_role, 'own'))
    return open
      ? 'Accepted, waiting for keys. They are granted when you next read or change a value.'
      : 'Accepted, waiting for keys. Unlock your vault to grant them.'
  const who = isYou ? 'you' : collaborator.username
  return `${project.owner_username} has to unlock the vault once before ${who} can read.`
}

function Actions({ collaborator, onEdit, onRemove, onCancel }: Props) {
  const who = collaborator.username ?? collaborator.email
  if (collaborator.status === 'pending')
    return (
      <>
        <IconButton label={`Edit invitation of ${who}`} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={`Cancel invitation of ${who}`} onClick={onCancel} className={danger}>
          <X />
        </IconButton>
      </>
    )
  return (
    <>
      <IconButton label={`Edit permissions of ${who}`} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={`Remove ${who}`} onClick={onRemove} className={danger}>
        <UserMinus />
      </IconButton>
    </>
  )
}

const danger = 'hover:bg-bad-soft hover:text-bad'
