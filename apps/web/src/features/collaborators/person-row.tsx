import type { CollaboratorRole, LastSeen } from '@envhold/contract/collaborators/collaborators.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { LucideIcon } from 'lucide-react'
import { Ellipsis } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { DropdownMenu, DropdownMenuItem } from '../../ui/dialogs/dropdown-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListRow } from '../../ui/lists/list-table.tsx'
import { GridRowHead, PlacedCell, RowActions } from '../../ui/lists/table.tsx'
import { Badge } from '../../ui/text/badge.tsx'
import { Time } from '../../ui/text/time.tsx'
import { EnvironmentSlots } from '../projects/environment-slots.tsx'

export interface PersonAction {
  /** With the person's name. */
  readonly label: string
  readonly icon: LucideIcon
  /** The key that does it while the row has the focus. */
  readonly shortcut: 'Enter' | 'Delete'
  readonly isDanger?: boolean
  readonly run: () => void
}

export interface Person {
  /** Null for a pending invitation, where only the e-mail address is known. */
  readonly username: string | null
  readonly email: string
  readonly role: 'owner' | CollaboratorRole
  /** The ids of their environments; undefined for all. */
  readonly shared: readonly number[] | undefined
  readonly isYou?: boolean
  readonly isPending?: boolean
  /** The owner’s plan does not allow as many people. */
  readonly isPaused?: boolean
  /** They deleted their account, and can restore it. */
  readonly isDeleted?: boolean
  readonly lastSeen?: LastSeen | undefined
  /** In place of the e-mail address. */
  readonly note?: ReactNode
}

interface Props {
  person: Person
  environments: readonly Environment[]
  /** The reader is the owner, who sees everything. */
  isOwner: boolean
  actions: readonly PersonAction[]
}

/** Of each row and of the head: who, environments, role, last seen, actions. */
export const personColumns =
  'grid-cols-[minmax(0,1fr)_auto_2.25rem] md:grid-cols-[minmax(0,1fr)_11rem_4rem_7rem_4.5rem] lg:grid-cols-[minmax(0,1fr)_13rem_4.5rem_8rem_4.5rem]'

/** One person: on a phone two lines, on a wide screen one row. */
export function PersonRow({ person, environments, isOwner, actions }: Props) {
  const { username, email, role, shared, isYou, isPending = false } = person
  const readable = environments.filter(({ id }) => shared?.includes(id) ?? true)
  const [count, all] = [readable.length, environments.length]
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return
    const action = actions.find(({ shortcut }) => shortcut === event.key)
    if (!action) return
    event.preventDefault()
    action.run()
  }
  return (
    <ListRow columns={personColumns} tabIndex={actions.length > 0 ? 0 : undefined} onKeyDown={press}>
      <GridRowHead className="min-w-0 font-normal">
        <span className="flex gap-1 font-medium">
          <span className="truncate" title={username ?? email}>
            {username ?? email}
          </span>
          {isYou && <span className="shrink-0 font-normal text-ink-3">you</span>}
        </span>
        <Details person={person} />
      </GridRowHead>
      <PlacedCell className="min-w-0 text-small max-md:col-start-1 max-md:row-start-2">
        <EnvironmentSlots
          environments={environments}
          readable={readable}
          isPending={isPending}
          text={accessText(role, shared ?? [], environments, isOwner)}
        >
          {isOwner && (
            <span aria-hidden="true" className="ml-1">
              {count === all ? `All ${count}` : `${count} of ${all}`}
            </span>
          )}
        </EnvironmentSlots>
      </PlacedCell>
      <PlacedCell className="max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end">
        <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{role}</Badge>
      </PlacedCell>
      <PlacedCell className="text-small whitespace-nowrap max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end">
        <Seen person={person} />
      </PlacedCell>
      <PlacedCell className="max-md:col-start-3 max-md:row-span-2 max-md:row-start-1">
        <Actions name={username ?? email} actions={actions} />
      </PlacedCell>
    </ListRow>
  )
}

function Details({ person: { username, email, note } }: { person: Person }) {
  if (note) return <span className="block text-small text-ink-3">{note}</span>
  if (username === null) return null
  return (
    <span className="block truncate text-small text-ink-2 max-md:hidden" title={email}>
      {email}
    </span>
  )
}

function Seen({ person: { isDeleted, isPaused, isPending, lastSeen } }: { person: Person }) {
  if (isDeleted) return <Badge tone="warn">Deleted</Badge>
  if (isPaused) return <Badge tone="warn">Access paused</Badge>
  if (isPending) return <Badge tone="warn">PENDING</Badge>
  if (!lastSeen) return null
  return (
    <>
      <Time at={lastSeen.at} short />{' '}
      <span className="text-ink-3">{lastSeen.way === 'web' ? 'web' : 'CLI'}</span>
    </>
  )
}

function Actions({ name, actions }: { name: string; actions: readonly PersonAction[] }) {
  if (actions.length === 0) return null
  return (
    <>
      <RowActions className="max-md:hidden">
        {actions.map(({ label, icon: Icon, isDanger, run }) => (
          <IconButton
            key={label}
            label={label}
            onClick={run}
            className={cn(isDanger && 'hover:bg-bad-soft hover:text-bad')}
          >
            <Icon />
          </IconButton>
        ))}
      </RowActions>
      <span className="md:hidden">
        <DropdownMenu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`More for ${name}`}>
              <Ellipsis />
            </Button>
          }
        >
          {actions.map(({ label, icon: Icon, isDanger = false, run }) => (
            <DropdownMenuItem key={label} danger={isDanger} onSelect={run}>
              <Icon />
              {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenu>
      </span>
    </>
  )
}

type NamedEnvironment = Pick<Environment, 'id' | 'name'>

/**
 * Describes which environments a collaborator can read; an owner's empty list means all. Collaborators do not see
 * environments that they do not share, so for them an empty list says less.
 */
export function accessText(
  role: 'owner' | 'write' | 'read',
  shared: readonly number[],
  environments: readonly NamedEnvironment[],
  readerIsOwner = true,
): string {
  if (role === 'owner') return 'All environments'
  const names = environments.filter(({ id }) => shared.includes(id)).map(({ name }) => name)
  if (names.length > 0) return names.join(', ')
  return readerIsOwner ? 'No environments' : 'No environments that you share'
}
