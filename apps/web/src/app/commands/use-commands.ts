import { createBlockedMessage } from '@envhold/contract/read-only.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { useCompliance } from '../../features/compliance/compliance-query.ts'
import { hasTooManyProjects } from '../../features/compliance/in-grace.ts'
import { accessibleEnvironmentsQuery, projectsQuery } from '../../features/projects/project-queries.ts'
import { readOpened } from '../../features/projects/used-projects.ts'
import { namesQuery } from '../../features/variables/names-query.ts'
import { useLogout } from '../shell/use-logout.ts'
import { actionCommands, pageCommands } from './action-commands.ts'
import type { Command } from './command.ts'
import {
  environmentCommands,
  lastOpenedFirst,
  openProjectCommands,
  projectCommands,
  variableCommands,
} from './project-commands.ts'

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
    ...projectCommands(navigate, listed, here),
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
