import type { ErrorCode } from '@envhold/contract/errors.ts'
import type { QueryClient } from '@tanstack/react-query'
import { refetchReads } from '../../connection/api/read-query.ts'

/** Their rejection says nothing new of an open project. */
const notAboutProjects = ['readProject', 'readCompliance', 'restoreProject']

/** The calls that this refetch makes: their rejection must not trigger another one. */
const ownEndpoints = ['listEnvironments', 'listCollaborators']

/**
 * The user may have lost a project, an environment or a role since the page loaded. A rejected call is the first
 * sign, so the open project is refetched and shows its new state.
 */
export function refetchAfterRejection(queries: QueryClient, endpoint: string, code: ErrorCode) {
  const refetch = (...names: readonly string[]) =>
    void refetchReads(queries, ...names.map((name) => ({ name })))
  if (code === 'PROJECT_READ_ONLY') refetch('readCompliance', 'readComplianceHistory')
  else if (code !== 'NOT_FOUND' && code !== 'FORBIDDEN') return
  if (notAboutProjects.includes(endpoint)) return
  refetch('readProject')
  if (code === 'PROJECT_READ_ONLY') refetch('listProjects')
  if (!ownEndpoints.includes(endpoint))
    refetch('listEnvironments', 'listAccessibleEnvironments', 'listFormerNames')
}
