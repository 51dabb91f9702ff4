import type { Collaborator, listCollaborators } from '@envhold/contract/collaborators/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { Pencil, UserMinus, Users, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useVaultOpen } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { ListPart, ListTable } from '../../ui/lists/list-table.tsx'
import { Time } from '../../ui/text/time.tsx'
import type { CollaboratorAct } from './collaborator-queries.ts'
import { type PersonAction, PersonRow, personColumns } from './person-row.tsx'

interface Props {
  project: Project
  people: OutputOf<typeof listCollaborators>
  environments: readonly Environment[]
  ownId: number | undefined
  onAct: (act: CollaboratorAct, collaborator: Collaborator) => void
}

/** Who can read what: the owner, then the collaborators. */
export function PeopleTable({ project, people, environments, ownId, onAct }: Props) {
  const [search, setSearch] = useState('')
  const { owner, collaborators } = people
  const long = isLong(collaborators)
  const visible = long ? findCollaborators(collaborators, search) : collaborators
  const isOwner = may(project.user_role, 'own')
  const isVaultOpen = useVaultOpen()
  const seenOf = (id: number | null) => people.last_seen.find(({ user_id }) => user_id === id)
  return (
    <div className="grid min-w-0 gap-3">
      {long && (
        <SearchField label="Search people" value={search} onChange={setSearch} className="w-full sm:w-64" />
      )}
      <ListTable
        label={`Collaborators of ${project.name}`}
        columns={personColumns}
        heads={['Who', 'Environments', 'Role', isOwner ? 'Last seen' : 'Status']}
      >
        <ListPart>Project Owner</ListPart>
        <PersonRow
          person={{ ...owner, shared: undefined, isYou: isOwner, lastSeen: seenOf(owner.user_id) }}
          environments={environments}
          isOwner={isOwner}
          actions={[]}
        />
        <ListPart>
          Team Members <span className="font-normal text-ink-3">{collaborators.length || ''}</span>
        </ListPart>
        {visible.map((collaborator) => (
          <PersonRow
            key={collaborator.email}
            person={{
              username: collaborator.username,
              email: collaborator.email,
              role: collaborator.role,
              shared: collaborator.shared_environments,
              isYou: collaborator.user_id !== null && collaborator.user_id === ownId,
              isPending: collaborator.status === 'pending',
              isPaused: collaborator.access_paused,
              isDeleted: collaborator.account_deleted_until !== null,
              lastSeen: seenOf(collaborator.user_id),
              note: noteOn(collaborator, { project, ownId, isVaultOpen }),
            }}
            environments={environments}
            isOwner={isOwner}
            actions={isOwner ? actionsOn(collaborator, (act) => onAct(act, collaborator)) : []}
          />
        ))}
      </ListTable>
      {collaborators.length === 0 ? (
        <EmptyState icon={Users} title="Nobody else yet">
          {isOwner
            ? 'Invite the people who work on this project. You choose their environments, and whether they can read or write.'
            : 'Only the owner and you share this project.'}
        </EmptyState>
      ) : (
        visible.length === 0 && (
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
        )
      )}
    </div>
  )
}

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

const AccountDeleted = ({ until }: { until: string }) => (
  <>
    They deleted their account, and can restore it until <Time at={until} date />.
  </>
)

interface NoteContext {
  readonly project: Project
  readonly ownId: number | undefined
  readonly isVaultOpen: boolean
}

const paused = 'Your plan does not allow as many collaborators. Upgrading brings this access back.'

/** What the reader can do about a collaborator, or who can help. */
function noteOn(collaborator: Collaborator, { project, ownId, isVaultOpen }: NoteContext): ReactNode {
  const { username, user_id, keys_pending, access_paused, account_deleted_until, status } = collaborator
  if (account_deleted_until) return <AccountDeleted until={account_deleted_until} />
  if (access_paused) return paused
  if (status === 'pending') return <Invited {...collaborator} />
  if (!keys_pending) return null
  if (may(project.user_role, 'own'))
    return isVaultOpen
      ? 'Accepted, waiting for keys. They are granted when you next read or change a value.'
      : 'Accepted, waiting for keys. Unlock your vault to grant them.'
  const waiting = user_id !== null && user_id === ownId ? 'you' : username
  return `${project.owner_username} has to unlock the vault once before ${waiting} can read.`
}

function actionsOn(
  collaborator: Collaborator,
  onAct: (act: CollaboratorAct) => void,
): readonly PersonAction[] {
  const { username, email, status } = collaborator
  const name = username ?? email
  const isPending = status === 'pending'
  return [
    {
      label: isPending ? `Edit invitation of ${name}` : `Edit permissions of ${name}`,
      icon: Pencil,
      shortcut: 'Enter',
      run: () => onAct('edit'),
    },
    {
      label: isPending ? `Cancel invitation of ${name}` : `Remove ${name}`,
      icon: isPending ? X : UserMinus,
      shortcut: 'Delete',
      isDanger: true,
      run: () => onAct(isPending ? 'cancel' : 'remove'),
    },
  ]
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
