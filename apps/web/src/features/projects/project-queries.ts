import { listAccessibleEnvironments, listEnvironments } from '@envhold/contract/environments/environments.ts'
import { listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import type { UnavailableProject } from '@envhold/contract/projects/unavailable.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readKey, readQuery } from '../../connection/api/read-query.ts'
import type { Connection } from '../../connection/connection.ts'

/** The same at each render. */
const none: readonly UnavailableProject[] = []

/** Both of these read the same call, which the cache keeps whole. */
export const projectsQuery = (api: Api) =>
  queryOptions({ ...readQuery(api, listProjects, {}), select: ({ projects }) => projects })

/** Projects that others share, and that cannot be used now. */
export const unavailableQuery = (api: Api) =>
  queryOptions({ ...readQuery(api, listProjects, {}), select: ({ unavailable }) => unavailable ?? none })

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
    // By name: only the page of environments loads the call.
    ['listFormerNames'],
    readKey(readProject, { params: { id: projectId } }),
    readKey(listProjects, {}),
  ]
  await Promise.all(reads.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** What people read when one of these calls fails. */
export const projectErrors = {
  loadProjects: { fallback: 'Failed to load projects' },
  createProject: { fallback: 'Failed to create project' },
  updateProject: { fallback: 'Failed to update project' },
  deleteProject: { fallback: 'Failed to delete project' },
} as const satisfies Record<string, ErrorTexts>
