import { MoreHorizontal } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../../ui/dropdown-menu.tsx'
import { useOperator } from '../use-operator.ts'
import { type ActKind, actsOn } from './user-acts.ts'
import type { ListedUser } from './user-queries.ts'

interface Props {
  readonly user: ListedUser
  readonly onAct: (kind: ActKind, user: ListedUser) => void
}

/** What can be done to a user of the list. */
export function UserMenu({ user, onAct }: Props) {
  const acts = actsOn(useOperator(), user)
  if (acts.length === 0) return null
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${user.username}`} className="-my-1">
          <MoreHorizontal />
        </Button>
      }
    >
      {acts.map(({ kind, label, danger }) => (
        <DropdownMenuItem key={kind} danger={danger ?? false} onSelect={() => onAct(kind, user)}>
          {label}
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  )
}
