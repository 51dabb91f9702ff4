import type { useNavigate } from '@tanstack/react-router'
import {
  Activity,
  Archive,
  BookOpen,
  CircleUser,
  CreditCard,
  FolderPlus,
  Keyboard,
  LayoutGrid,
  Lock,
  LockOpen,
  LogOut,
  SquareTerminal,
} from 'lucide-react'
import { openDocs } from '../shell/open-docs.ts'
import { chooseTheme } from '../shell/theme.ts'
import { themes } from '../shell/theme-switch.tsx'
import type { Command } from './command.ts'

type Navigate = ReturnType<typeof useNavigate>

const pages = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutGrid, keys: 'G', keywords: ['projects', 'home'] },
  { to: '/activity', label: 'Activity', icon: Activity, keywords: ['log', 'audit', 'usage'] },
  {
    to: '/account',
    label: 'Account',
    icon: CircleUser,
    keywords: ['settings', 'profile', 'password', 'token', 'sessions', 'recovery'],
  },
  {
    to: '/account/archived-projects',
    label: 'Archived Projects',
    icon: Archive,
    keywords: ['archive', 'restore', 'grace period'],
  },
  {
    to: '/subscription',
    label: 'Billing',
    icon: CreditCard,
    keywords: ['subscription', 'plan', 'upgrade', 'invoices'],
  },
  { to: '/cli-auth', label: 'CLI', icon: SquareTerminal, keywords: ['command line', 'terminal', 'token'] },
  { to: '/docs', label: 'Documentation', icon: BookOpen, keywords: ['help', 'api', 'reference', 'docs'] },
] as const

export const pageCommands = (navigate: Navigate): Command[] =>
  pages.map(({ to, ...page }) => ({
    id: `page:${to}`,
    group: 'Go to',
    ...page,
    run: () => (to === '/docs' ? openDocs() : navigate({ to })),
  }))

interface CommandActions {
  readonly vaultOpen: boolean
  /** Why no project can be created. */
  readonly createBlocked: string | undefined
  readonly lock: () => void
  readonly unlock: () => unknown
  readonly logout: () => unknown
  readonly shortcuts: () => void
}

export function actionCommands(
  navigate: Navigate,
  { vaultOpen, createBlocked, ...on }: CommandActions,
): Command[] {
  const act = (command: Omit<Command, 'group'>): Command => ({ ...command, group: 'Do' })
  return [
    act({
      id: 'do:new-project',
      label: 'New project',
      keywords: ['create', 'add'],
      icon: FolderPlus,
      blocked: createBlocked,
      run: () => navigate({ to: '/dashboard', search: { action: 'new-project' } }),
    }),
    vaultOpen
      ? act({ id: 'do:lock', label: 'Lock vault', icon: Lock, run: on.lock })
      : act({
          id: 'do:unlock',
          label: 'Unlock vault',
          keywords: ['master password'],
          icon: LockOpen,
          run: on.unlock,
        }),
    ...themes.map(({ theme, label, icon }) =>
      act({
        id: `do:theme-${theme}`,
        label: `Theme: ${label.toLowerCase()}`,
        keywords: ['appearance', 'mode'],
        icon,
        run: () => chooseTheme(theme),
      }),
    ),
    act({ id: 'do:shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: on.shortcuts }),
    act({ id: 'do:logout', label: 'Logout', keywords: ['sign out'], icon: LogOut, run: on.logout }),
  ]
}
