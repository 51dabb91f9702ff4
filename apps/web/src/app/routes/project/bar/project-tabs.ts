import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../../connection/use-api.ts'
import { apiKeysQuery } from '../../../../features/api-keys/api-key-queries.ts'
import type { ProjectTab } from '../../../search.ts'

export interface ListedTab {
  readonly value: ProjectTab
  readonly name: string
  readonly count?: number
}

/** @param apiKeys how many there are, once they are read */
const tabsOf = (project: Project, apiKeys: number | undefined): readonly ListedTab[] => [
  { value: 'environments', name: 'Environments', count: project.environment_count },
  { value: 'variables', name: 'Variables', count: project.variable_count },
  { value: 'collaborators', name: 'Collaborators', count: project.collaborator_count },
  ...(may(project.user_role, 'own')
    ? [{ value: 'api-keys', name: 'API Keys', ...(apiKeys !== undefined && { count: apiKeys }) } as const]
    : []),
  { value: 'activity', name: 'Activity' },
]

/** The tabs that a user of the project sees. */
export function useProjectTabs(project: Project): readonly ListedTab[] {
  const { data: apiKeys } = useQuery({
    ...apiKeysQuery(useApi(), project.id),
    enabled: may(project.user_role, 'own'),
  })
  return tabsOf(project, apiKeys?.length)
}
