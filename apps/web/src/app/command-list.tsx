import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Box, CircleUser, Keyboard, LayoutGrid, Lock, LogOut, SquareTerminal } from 'lucide-react'
import { projectsQuery } from '../connection/read-queries.ts'
import { useConnection, useVaultOpen } from '../connection/use-connection.ts'
import { CommandGroup, CommandItem, CommandMenu } from '../ui/command-menu.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { chooseTheme } from './theme.ts'
import { themes } from './theme-switch.tsx'
import { useLogout } from './use-logout.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}

export function CommandList({ open, onOpenChange, onShortcuts }: Props) {
  const { api, lockVault } = useConnection()
  const vaultOpen = useVaultOpen()
  const navigate = useNavigate()
  const logout = useLogout()
  const { data: projects = [] } = useQuery({ ...projectsQuery(api), enabled: open })
  const then = (act: () => unknown) => () => {
    onOpenChange(false)
    act()
  }
  return (
    <CommandMenu open={open} onOpenChange={onOpenChange}>
      {projects.length > 0 && (
        <CommandGroup heading="Projects">
          {projects.map(({ id, name }) => (
            <CommandItem
              key={id}
              value={`project ${id} ${name}`}
              icon={<Box />}
              onSelect={then(() => navigate({ to: '/project/$id', params: { id: String(id) } }))}
            >
              {name}
            </CommandItem>
          ))}
        </CommandGroup>
      )}
      <CommandGroup heading="Go to">
        <CommandItem
          icon={<LayoutGrid />}
          keys={<Kbd>G</Kbd>}
          onSelect={then(() => navigate({ to: '/dashboard' }))}
        >
          Dashboard
        </CommandItem>
        <CommandItem
          icon={<CircleUser />}
          keywords={['password', 'token', 'recovery']}
          onSelect={then(() => navigate({ to: '/account' }))}
        >
          Account
        </CommandItem>
        <CommandItem icon={<SquareTerminal />} onSelect={then(() => navigate({ to: '/cli-auth' }))}>
          CLI
        </CommandItem>
        <CommandItem
          icon={<BookOpen />}
          keywords={['help', 'api', 'reference']}
          onSelect={then(() => navigate({ to: '/docs' }))}
        >
          Documentation
        </CommandItem>
      </CommandGroup>
      <CommandGroup heading="Do">
        {vaultOpen && (
          <CommandItem icon={<Lock />} onSelect={then(lockVault)}>
            Lock vault
          </CommandItem>
        )}
        {themes.map(({ theme, label, icon: Icon }) => (
          <CommandItem
            key={theme}
            icon={<Icon />}
            keywords={['theme', 'appearance']}
            onSelect={then(() => chooseTheme(theme))}
          >
            {`Theme: ${label.toLowerCase()}`}
          </CommandItem>
        ))}
        <CommandItem icon={<Keyboard />} keys={<Kbd>?</Kbd>} onSelect={then(onShortcuts)}>
          Keyboard shortcuts
        </CommandItem>
        <CommandItem icon={<LogOut />} keywords={['sign out']} onSelect={then(logout)}>
          Logout
        </CommandItem>
      </CommandGroup>
    </CommandMenu>
  )
}
