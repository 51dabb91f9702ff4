import { createBlockedMessage } from '@envhold/contract/read-only.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { useCompliance } from '../../features/compliance/compliance-query.ts'
import { hasTooManyProjects } from '../../features/compliance/in-grace.ts'
import { environmentsQuery, projectsQuery } from '../../features/projects/project-queries.ts'
import { namesQuery } from '../../features/variables/names-query.ts'
import { useLogout } from '../shell/use-logout.ts'
import { actionCommands, pageCommands } from './action-commands.ts'
import type { Command } from './command.ts'
import {
  environmentCommands,
  openProjectCommands,
  projectCommands,
  variableCommands,
} from './project-commands.ts'

/** Environments are fetched for this many projects at most. */
const maxProjects = 40

/** All commands available on this page. */
export function useCommands({
  isSearching,
  onShortcuts,
}: {
  isSearching: boolean
  onShortcuts: () => void
}): Command[] {
  const connection = useConnection()
  const { api, lockVault, unlockPrompt } = connection
  const vaultOpen = useVaultOpen()
  const { data: compliance } = useCompliance()
  const navigate = useNavigate()
  const logout = useLogout()
  const here = Number(useParams({ strict: false }).id)
  const { data: projects = [] } = useQuery(projectsQuery(api))
  const listedProjects = projects.slice(0, maxProjects)
  const listed = useQueries({
    queries: listedProjects.map(({ id }) => ({
      ...environmentsQuery(api, id),
      enabled: isSearching || id === here,
    })),
  })
  const owned = listedProjects.flatMap((project, at) =>
    (listed[at]?.data ?? []).map((environment) => ({ project, environment })),
  )
  const inside = owned.filter(({ project }) => project.id === here)
  const names = useQueries({
    queries: inside.map(({ environment }) => ({
      ...namesQuery(connection, environment.id),
      enabled: isSearching && vaultOpen,
    })),
  })
  const project = projects.find(({ id }) => id === here)
  return [
    ...inside.flatMap((each, at) => variableCommands(navigate, each, (vaultOpen && names[at]?.data) || [])),
    ...environmentCommands(navigate, owned, here),
    ...(project ? openProjectCommands(navigate, project) : []),
    ...projectCommands(navigate, projects, here),
    ...pageCommands(navigate),
    ...actionCommands(navigate, {
      vaultOpen,
      createBlocked: hasTooManyProjects(compliance) ? createBlockedMessage : undefined,
      lock: lockVault,
      unlock: () => unlockPrompt.ask().catch(() => {}),
      logout,
      shortcuts: onShortcuts,
    }),
  ]
}
