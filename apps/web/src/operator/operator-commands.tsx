import { listUsers } from '@envhold/contract/operator/users.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileText, Search, UserRound } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useRead } from '../connection/use-read.ts'
import { mayCall, useOperator } from '../features/operator/operator.ts'
import { userPath } from '../features/operator/paths.ts'
import { Button } from '../ui/button.tsx'
import { CommandGroup, CommandItem, CommandMenu } from '../ui/dialogs/command-menu.tsx'
import { useFocusReturn, useOpenDialog } from '../ui/dialogs/overlay.ts'
import { commandKey, Kbd } from '../ui/text/kbd.tsx'
import { useShortcut } from '../ui/use-shortcut.ts'
import { dashboardLink, menusOf } from './menus.ts'

/** Opens the menu by Ctrl K, anywhere in the area, and by a button of the header. */
export function OperatorCommands() {
  const [isOpen, setOpen] = useState(false)
  const restoreFocus = useFocusReturn(isOpen)
  useOpenDialog(isOpen)
  useShortcut('k', () => setOpen((wasOpen) => !wasOpen), { command: true })
  return (
    <>
      <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={() => setOpen(true)}>
        <Search />
        <span className="sr-only">Search pages and users</span>
        <span className="max-xl:hidden">
          <Kbd>{commandKey}K</Kbd>
        </span>
      </Button>
      {isOpen && <Menu onClose={() => setOpen(false)} restoreFocus={restoreFocus} />}
    </>
  )
}

interface Props {
  readonly onClose: () => void
  readonly restoreFocus: (event: Event) => void
}

const shownUsers = 8

/** Every page that the operator may read, and users by name, e-mail address or id. */
function Menu({ onClose, restoreFocus }: Props) {
  const operator = useOperator()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const text = useDeferredValue(search.trim())
  const query = useRead(
    listUsers,
    { query: { search: text.slice(0, 100), limit: shownUsers } },
    { enabled: text !== '' && mayCall(operator, 'listUsers'), placeholderData: keepPreviousData },
  )
  const users = text === '' ? [] : (query.data?.users ?? [])
  const words = search.trim().toLowerCase()
  const pages = [dashboardLink, ...menusOf(operator).flatMap((menu) => menu.pages)].filter(({ label }) =>
    label.toLowerCase().includes(words),
  )
  const open = (to: string) => {
    onClose()
    void navigate({ to })
  }
  const [page] = pages
  const [user] = users
  return (
    <CommandMenu
      open
      placeholder="Search pages and users..."
      onOpenChange={onClose}
      search={search}
      onSearch={setSearch}
      restoreFocus={restoreFocus}
      count={pages.length + users.length}
      first={page ? `page ${page.to}` : user && `user ${user.id}`}
    >
      {pages.length > 0 && (
        <CommandGroup heading="Pages">
          {pages.map(({ to, label }) => (
            <CommandItem key={to} value={`page ${to}`} icon={<FileText />} onSelect={() => open(to)}>
              {label}
            </CommandItem>
          ))}
        </CommandGroup>
      )}
      {users.length > 0 && (
        <CommandGroup heading="Users">
          {users.map(({ id, username, email }) => (
            <CommandItem
              key={id}
              value={`user ${id}`}
              icon={<UserRound />}
              hint={email}
              onSelect={() => open(userPath(id))}
            >
              {username}
            </CommandItem>
          ))}
        </CommandGroup>
      )}
    </CommandMenu>
  )
}
