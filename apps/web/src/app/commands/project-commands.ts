import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import type { useNavigate } from '@tanstack/react-router'
import { Activity, Box, FileText, KeyRound, Layers, Plus, Table2, UserPlus, Users } from 'lucide-react'
import { readOnlyText } from '../../features/projects/read-only.tsx'
import { lastChangedFirst } from '../../features/projects/used-projects.ts'
import type { ProjectSearch } from '../search.ts'
import type { Command } from './command.ts'

type Navigate = ReturnType<typeof useNavigate>
interface EnvironmentOfProject {
  readonly project: Project
  readonly environment: Environment
}

const goToProject = (navigate: Navigate, id: number, search: ProjectSearch) =>
  navigate({ to: '/project/$id', params: { id: String(id) }, search })

/** The projects opened last first, then the others, changed last first. */
export function lastOpenedFirst(
  projects: readonly Project[],
  opened: readonly { readonly id: number }[],
  environments: ReadonlyMap<number, readonly Environment[]>,
): readonly Project[] {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const others = lastChangedFirst(projects, environments)
  return [...new Set([...opened.flatMap(({ id }) => byId.get(id) ?? []), ...others])]
}

export const projectCommands = (navigate: Navigate, projects: readonly Project[], here: number): Command[] =>
  projects.map(({ id, name, user_role, owner_username }) => ({
    id: `project:${id}`,
    group: 'Projects',
    label: name,
    ...(user_role !== 'owner' && { hint: `of ${owner_username}` }),
    icon: Box,
    searchOnly: id === here,
    run: () => goToProject(navigate, id, {}),
  }))

export const environmentCommands = (
  navigate: Navigate,
  environments: readonly EnvironmentOfProject[],
  here: number,
): Command[] =>
  environments.map(({ project, environment }) => ({
    id: `environment:${project.id}:${environment.id}`,
    group: 'Environments',
    label: environment.name,
    hint: project.name,
    icon: Layers,
    searchOnly: project.id !== here,
    run: () => goToProject(navigate, project.id, { tab: 'variables', environment: environment.id }),
  }))

/** Commands for the open project. */
export function openProjectCommands(navigate: Navigate, project: Project, search: string): Command[] {
  const { id, name, user_role } = project
  const blocked = readOnlyText(project)
  const go = (search: ProjectSearch) => () => goToProject(navigate, id, search)
  const owner = may(user_role, 'own')
  const here = (command: Omit<Command, 'group' | 'hint'>): Command => ({
    ...command,
    group: 'Do',
    hint: name,
  })
  return [
    ...(may(user_role, 'write')
      ? [
          here({
            id: 'do:add-variable',
            label: 'Add variable',
            icon: Plus,
            blocked,
            run: go({ tab: 'variables', action: 'add-variable' }),
          }),
          ...addCommand(here, go, { search, blocked }),
        ]
      : []),
    here({
      id: 'do:grid',
      label: 'Variables across environments',
      keywords: ['grid', 'compare', 'differences', 'missing'],
      icon: Table2,
      run: go({ tab: 'variables', view: 'grid' }),
    }),
    here({
      id: 'do:text',
      label: 'Variables as .env text',
      keywords: ['bulk', 'editor', 'dotenv'],
      icon: FileText,
      run: go({ tab: 'variables', view: 'text' }),
    }),
    ...(owner
      ? [
          here({
            id: 'do:invite',
            label: 'Invite collaborator',
            keywords: ['share', 'member', 'team'],
            icon: UserPlus,
            blocked,
            run: go({ tab: 'collaborators', action: 'invite' }),
          }),
          here({
            id: 'do:new-environment',
            label: 'New environment',
            keywords: ['add', 'create'],
            icon: Layers,
            blocked,
            searchOnly: true,
            run: go({ tab: 'environments', action: 'new-environment' }),
          }),
          here({
            id: 'do:api-keys',
            label: 'API keys',
            keywords: ['token', 'pipeline', 'ci'],
            icon: KeyRound,
            searchOnly: true,
            run: go({ tab: 'api-keys' }),
          }),
        ]
      : []),
    ...otherTabs(here, go),
  ]
}

type Here = (command: Omit<Command, 'group' | 'hint'>) => Command
type Go = (search: ProjectSearch) => () => unknown

/** Adds a variable with the name that was searched for, if it can be one. */
function addCommand(
  here: Here,
  go: Go,
  { search, blocked }: { readonly search: string; readonly blocked: string | undefined },
): Command[] {
  const key = search.trim()
  if (!/^[A-Z_][A-Z0-9_]{2,}$/.test(key)) return []
  const run = go({ tab: 'variables', action: 'add-variable', find: key })
  return [here({ id: 'do:add-named', label: `Add ${key}`, icon: Plus, always: true, blocked, run })]
}

const otherTabs = (here: Here, go: Go): Command[] => [
  here({
    id: 'do:collaborators',
    label: 'Collaborators',
    keywords: ['people', 'members', 'team', 'access'],
    icon: Users,
    searchOnly: true,
    run: go({ tab: 'collaborators' }),
  }),
  here({
    id: 'do:project-activity',
    label: 'Activity of this project',
    keywords: ['log', 'audit'],
    icon: Activity,
    searchOnly: true,
    run: go({ tab: 'activity' }),
  }),
]
