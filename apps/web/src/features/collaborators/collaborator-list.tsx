import type { Collaborator } from '@envhold/contract/collaborators/collaborators.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { Pencil, UserMinus, Users, X } from 'lucide-react'
import { useState } from 'react'
import { useVaultOpen } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Time } from '../../ui/text/time.tsx'
import { accessText, CollaboratorEntry } from './collaborator-entry.tsx'

/** What an owner can do with a collaborator, or with a pending invitation. */
export type CollaboratorAct = 'edit' | 'remove' | 'cancel'

interface Props {
  project: Project
  collaborators: readonly Collaborator[]
  environments: readonly Environment[]
  ownId: number | undefined
  onAct: (act: CollaboratorAct, collaborator: Collaborator) => void
}

export function CollaboratorList({ project, collaborators, environments, ownId, onAct }: Props) {
  const [search, setSearch] = useState('')
  const long = isLong(collaborators)
  const visible = long ? findCollaborators(collaborators, search) : collaborators
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold">
          Team Members <span className="font-normal text-ink-3">{collaborators.length || ''}</span>
        </h2>
        {long && (
          <SearchField label="Search people" value={search} onChange={setSearch} className="w-full sm:w-64" />
        )}
      </div>
      {collaborators.length === 0 ? (
        <EmptyState icon={Users} title="Nobody else yet">
          {may(project.user_role, 'own')
            ? 'Invite the people who work on this project. You choose their environments, and whether they can read or write.'
            : 'Only the owner and you share this project.'}
        </EmptyState>
      ) : visible.length === 0 ? (
        <EmptyState
          title={`Nobody matches “${search}”`}
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              Clear search
            </Button>
          }
        >
          Usernames and e-mail addresses are searched.
        </EmptyState>
      ) : (
        <ul className="rounded-lg border bg-surface">
          {visible.map((collaborator) => (
            <CollaboratorItem
              key={collaborator.email}
              collaborator={collaborator}
              project={project}
              environments={environments}
              isYou={collaborator.user_id !== null && collaborator.user_id === ownId}
              onAct={(act) => onAct(act, collaborator)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface CollaboratorItemProps {
  collaborator: Collaborator
  project: Project
  environments: readonly Environment[]
  isYou: boolean
  onAct: (act: CollaboratorAct) => void
}

/** A collaborator in the list, with the owner's actions. */
function CollaboratorItem(props: CollaboratorItemProps) {
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
function KeysPending({ collaborator, project, isYou }: CollaboratorItemProps) {
  const open = useVaultOpen()
  if (may(project.user_role, 'own'))
    return open
      ? 'Accepted, waiting for keys. They are granted when you next read or change a value.'
      : 'Accepted, waiting for keys. Unlock your vault to grant them.'
  const who = isYou ? 'you' : collaborator.username
  return `${project.owner_username} has to unlock the vault once before ${who} can read.`
}

function Actions({ collaborator, onAct }: CollaboratorItemProps) {
  const who = collaborator.username ?? collaborator.email
  const isPending = collaborator.status === 'pending'
  return (
    <>
      <IconButton
        label={`Edit ${isPending ? 'invitation' : 'permissions'} of ${who}`}
        onClick={() => onAct('edit')}
      >
        <Pencil />
      </IconButton>
      <IconButton
        label={isPending ? `Cancel invitation of ${who}` : `Remove ${who}`}
        onClick={() => onAct(isPending ? 'cancel' : 'remove')}
        className="hover:bg-bad-soft hover:text-bad"
      >
        {isPending ? <X /> : <UserMinus />}
      </IconButton>
    </>
  )
}

const minSearchable = 9

/** Whether the list is long enough for a search field. */
export const isLong = ({ length }: { readonly length: number }) => length >= minSearchable

/** Filters by username or e-mail address, case-insensitively. */
export function findCollaborators<T extends Pick<Collaborator, 'username' | 'email'>>(
  collaborators: readonly T[],
  search: string,
): readonly T[] {
  const term = search.trim().toLowerCase()
  return collaborators.filter(({ username, email }) =>
    [username ?? '', email].some((text) => text.toLowerCase().includes(term)),
  )
}
