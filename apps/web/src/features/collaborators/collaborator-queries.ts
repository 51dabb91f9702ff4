import { listCollaborators } from '@envhold/contract/collaborators.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import { readKey, readQuery } from '../../connection/api/read-query.ts'
import type { Connection } from '../../connection/connection.ts'
import { refetchProject } from '../projects/project-queries.ts'
import { refetchSubscriptionSoon } from '../subscription/subscription-status.ts'

const keysPollMs = 5_000

export const collaboratorsQuery = (api: Api, projectId: number) =>
  queryOptions({
    ...readQuery(api, listCollaborators, { params: { id: projectId } }),
    // Pending keys are granted by other calls.
    refetchInterval: ({ state }) =>
      state.data?.collaborators.some(({ keys_pending }) => keys_pending) && keysPollMs,
  })

/** Refetches the list, the project's counts and the plan's usage after a change to collaborators. */
export async function refetchCollaborators({ queries }: Pick<Connection, 'queries'>, id: number) {
  refetchSubscriptionSoon()
  await Promise.all([
    queries.invalidateQueries({ queryKey: readKey(listCollaborators, { params: { id } }) }),
    refetchProject({ queries }, id),
  ])
}
