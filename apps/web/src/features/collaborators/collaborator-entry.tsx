import type { CollaboratorRole } from '@envhold/contract/collaborators/collaborators.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { ReactNode } from 'react'
import { cn } from '../../ui/class-names.ts'
import { RowActions } from '../../ui/lists/table.tsx'
import { Badge } from '../../ui/text/badge.tsx'

interface Props {
  /** Null for a pending invitation, where only the e-mail address is known. */
  username: string | null
  email: string
  projectRole: 'owner' | CollaboratorRole
  isYou?: boolean
  isPending?: boolean
  /** The owner’s plan does not allow as many people. */
  isPaused?: boolean
  access: string
  /** Further details below the access line. */
  note?: ReactNode
  /** Icon buttons; null keeps their space empty, undefined leaves it out. */
  actions?: ReactNode
}

/** One person in a list of them: on a phone two lines, on a wide screen one row. */
export const CollaboratorEntry = ({
  username,
  email,
  projectRole,
  isYou,
  isPending,
  isPaused,
  access,
  note,
  actions,
}: Props) => (
  <li
    className={cn(
      'group/row grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b px-4 py-3 transition-colors last:border-b-0 hover:bg-hover/60 focus-within:bg-hover/60',
      actions === undefined
        ? 'sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_auto]'
        : 'sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_auto_4.5rem]',
    )}
  >
    <div className="min-w-0">
      <p className="flex gap-1 font-medium">
        <span className="truncate" title={username ?? email}>
          {username ?? email}
        </span>
        {isYou && <span className="shrink-0 font-normal text-ink-3">(you)</span>}
      </p>
      {username !== null && (
        <p className="truncate text-small text-ink-2" title={email}>
          {email}
        </p>
      )}
    </div>
    <div className="flex justify-end gap-1.5 flex-wrap self-start sm:order-2 sm:min-w-28 sm:self-center">
      {isPaused && <Badge tone="warn">Access paused</Badge>}
      {isPending && <Badge tone="warn">PENDING</Badge>}
      <Badge tone={projectRole === 'owner' ? 'accent' : 'neutral'}>{projectRole}</Badge>
    </div>
    <div className={cn('min-w-0 text-small sm:order-1', !actions && 'max-sm:col-span-2')}>
      <p className="line-clamp-2 break-words text-ink-2" title={access}>
        {access}
      </p>
      {note && <p className="text-ink-3">{note}</p>}
    </div>
    {actions && <RowActions className="sm:order-3">{actions}</RowActions>}
  </li>
)

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
