import { listCollaborators } from '@envhold/contract/collaborators.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import type { Connection } from '../../connection/connection.ts'
import { refetchProject } from '../projects/project-queries.ts'
import { refetchSubscriptionSoon } from '../subscription/subscription-status.ts'

const keysPollMs = 5_000

const collaboratorsKey = (projectId: number) => ['collaborators', projectId] as const

export const collaboratorsQuery = (api: Api, projectId: number) =>
  queryOptions({
    queryKey: collaboratorsKey(projectId),
    queryFn: ({ signal }) => api.call(listCollaborators, { params: { id: projectId } }, { signal }),
    // Pending keys are granted by other calls.
    refetchInterval: ({ state }) =>
      state.data?.collaborators.some(({ keys_pending }) => keys_pending) && keysPollMs,
  })

/** Refetches the list, the project's counts and the plan's usage after a change to collaborators. */
export async function refetchCollaborators({ queries }: Pick<Connection, 'queries'>, projectId: number) {
  refetchSubscriptionSoon()
  await Promise.all([
    queries.invalidateQueries({ queryKey: collaboratorsKey(projectId) }),
    refetchProject({ queries }, projectId),
  ])
}
