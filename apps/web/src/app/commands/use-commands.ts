import { createBlockedMessage } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import {
  Activity,
  Archive,
  BookOpen,
  CircleUser,
  CreditCard,
  FolderPlus,
  Keyboard,
  KeyRound,
  LayoutGrid,
  Lock,
  LockOpen,
  LogOut,
  ScanSearch,
  ShieldCheck,
  SquareTerminal,
} from 'lucide-react'
import { useState } from 'react'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { useCompliance } from '../../features/compliance/compliance-queries.ts'
import { hasTooManyProjects } from '../../features/compliance/use-grace-period.ts'
import { readOpened } from '../../features/projects/opened-projects.ts'
import { accessibleEnvironmentsQuery, projectsQuery } from '../../features/projects/project-queries.ts'
import { openDocs } from '../shell/open-commands.ts'
import { chooseTheme, themes } from '../shell/theme-switch.tsx'
import { useLogout } from '../shell/use-logout.ts'
import type { Command } from './command.ts'
import {
  environmentCommands,
  lastOpenedFirst,
  openProjectCommands,
  projectCommands,
} from './project-commands.ts'

interface CommandContext {
  readonly search: string
  readonly onShortcuts: () => void
  readonly onFindValue: () => void
}

/** All commands available on this page. */
export function useCommands({ search, onShortcuts, onFindValue }: CommandContext): Command[] {
  const isSearching = search !== ''
  const { api, lockVault, unlockPrompt } = useConnection()
  const vaultOpen = useVaultOpen()
  const { data: compliance } = useCompliance()
  const navigate = useNavigate()
  const logout = useLogout()
  const here = Number(useParams({ strict: false }).id)
  const { data: projects = [] } = useQuery(projectsQuery(api))
  const [opened] = useState(() => readOpened(localStorage))
  const { data: environments = [] } = useQuery({
    ...accessibleEnvironmentsQuery(api),
    enabled: isSearching || here > 0,
  })
  const byProject = Map.groupBy(environments, ({ project_id }) => project_id)
  const listed = lastOpenedFirst(projects, opened, byProject)
  const owned = listed.flatMap((project) =>
    (byProject.get(project.id) ?? []).map((environment) => ({ project, environment })),
  )
  const project = projects.find(({ id }) => id === here)
  return [
    ...environmentCommands(navigate, owned, here),
    ...(project ? openProjectCommands(navigate, project, search) : []),
    ...projectCommands(navigate, listed, here),
    ...pageCommands(navigate),
    ...actionCommands(navigate, {
      vaultOpen,
      createBlocked: hasTooManyProjects(compliance) ? createBlockedMessage : undefined,
      lock: lockVault,
      unlock: () => unlockPrompt.ask().catch(() => {}),
      logout,
      shortcuts: onShortcuts,
      findValue: onFindValue,
    }),
  ]
}

type Navigate = ReturnType<typeof useNavigate>

const pages = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutGrid, keys: 'G', keywords: ['projects', 'home'] },
  { to: '/activity', label: 'Activity', icon: Activity, keywords: ['log', 'audit', 'usage'] },
  {
    to: '/account',
    label: 'Account',
    icon: CircleUser,
    keywords: ['settings', 'profile', 'name', 'e-mail'],
  },
  {
    to: '/account/security',
    label: 'Security',
    icon: ShieldCheck,
    keywords: ['account', 'password', 'passkey', 'sessions', 'recovery', 'vault'],
  },
  {
    to: '/account/tokens',
    label: 'Access Tokens',
    icon: KeyRound,
    keywords: ['account', 'token', 'cli'],
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

const pageCommands = (navigate: Navigate): Command[] =>
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
  readonly findValue: () => void
}

function actionCommands(navigate: Navigate, { vaultOpen, createBlocked, ...on }: CommandActions): Command[] {
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
    act({
      id: 'do:find-value',
      label: 'Find a value in all projects…',
      keywords: ['search', 'leak', 'same', 'where', 'used'],
      icon: ScanSearch,
      always: true,
      run: on.findValue,
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
