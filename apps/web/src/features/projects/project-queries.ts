/** What more than one slice reads, under one key each: features do not import each other, and must not ask twice. */
import { listEnvironments } from '@envhold/contract/environments.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring.ts'
import { listProjects, readProject } from '@envhold/contract/projects.ts'
import { readSubscriptionStatus } from '@envhold/contract/subscription.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api.ts'
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

/** Whether the account has a master password at all. */
export const masterPasswordStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: ['master-password-status'],
    queryFn: ({ signal }) => api.call(readMasterPasswordStatus, {}, { signal }),
    staleTime: 5 * 60_000,
  })

export const subscriptionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['subscription-status'],
    queryFn: ({ signal }) => api.call(readSubscriptionStatus, {}, { signal }),
  })

/** After a change inside a project: its counts and its list of environments are read again where they show. */
export async function refetchProject({ queries }: Pick<Connection, 'queries'>, projectId: number) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['environments', projectId] }),
    queries.invalidateQueries({ queryKey: ['project', projectId] }),
    queries.invalidateQueries({ queryKey: ['projects'] }),
  ])
}
