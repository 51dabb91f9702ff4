import { listProjectActivity } from '@envhold/contract/activity.ts'
import { listAccessibleEnvironments, listEnvironments } from '@envhold/contract/environments.ts'
import { listFormerNames } from '@envhold/contract/former-names.ts'
import { listProjects, readProject } from '@envhold/contract/projects.ts'
import type { Api } from '../../connection/api/api.ts'
import { readKey, readQuery } from '../../connection/api/read-query.ts'
import type { Connection } from '../../connection/connection.ts'

export const projectsQuery = (api: Api) => readQuery(api, listProjects, {}, ({ projects }) => projects)

export const projectQuery = (api: Api, id: number) =>
  readQuery(api, readProject, { params: { id } }, ({ project }) => project)

export const environmentsQuery = (api: Api, projectId: number) =>
  readQuery(api, listEnvironments, { params: { projectId } }, ({ environments }) => environments)

/** The environments of all projects, in one call. */
export const accessibleEnvironmentsQuery = (api: Api) =>
  readQuery(api, listAccessibleEnvironments, {}, ({ environments }) => environments)

/** Refetches a project's counts and environments after a change. */
export async function refetchProject({ queries }: Pick<Connection, 'queries'>, projectId: number) {
  const reads = [
    readKey(listEnvironments, { params: { projectId } }),
    readKey(listAccessibleEnvironments, {}),
    [listFormerNames.name],
    readKey(readProject, { params: { id: projectId } }),
    readKey(listProjects, {}),
  ]
  await Promise.all(reads.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

const maxEntries = 100

/**
 * Who deleted or renamed an environment, as far as the user may see it; null if that is unknown.
 * @param words in the description of the event: `"qa"`, or `"qa" to "trial"` for a new name
 */
export const environmentEventQuery = (
  api: Api,
  projectId: number,
  type: 'environment_deleted' | 'environment_updated',
  words: string,
) =>
  readQuery(
    api,
    listProjectActivity,
    {
      params: { id: projectId },
      query: { timeRange: '24h', category: 'project_changes', limit: maxEntries },
    },
    ({ activities }) => {
      const event = activities.find(
        ({ event_type, description }) => event_type === type && description.includes(words),
      )
      return event?.users?.username ?? null
    },
  )
