import { listAccessibleEnvironments, listEnvironments } from '@envhold/contract/environments.ts'
import { listProjects, readProject } from '@envhold/contract/projects.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import type { Connection } from '../../connection/connection.ts'

export const projectsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['projects'],
    queryFn: async ({ signal }) => (await api.call(listProjects, {}, { signal })).projects,
  })

export const projectQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) => (await api.call(readProject, { params: { id } }, { signal })).project,
  })

export const environmentsQuery = (api: Api, projectId: number) =>
  queryOptions({
    queryKey: ['environments', projectId],
    queryFn: async ({ signal }) =>
      (await api.call(listEnvironments, { params: { projectId } }, { signal })).environments,
  })

/** The environments of all projects, in one call. */
export const accessibleEnvironmentsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['environments', 'all'],
    queryFn: async ({ signal }) => (await api.call(listAccessibleEnvironments, {}, { signal })).environments,
  })

/** Refetches a project's counts and environments after a change. */
export async function refetchProject({ queries }: Pick<Connection, 'queries'>, projectId: number) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['environments', projectId] }),
    queries.invalidateQueries({ queryKey: ['environments', 'all'] }),
    queries.invalidateQueries({ queryKey: ['project', projectId] }),
    queries.invalidateQueries({ queryKey: ['projects'] }),
  ])
}
