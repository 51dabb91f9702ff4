import type { ErrorCode } from '@envhold/contract/errors.ts'
import type { QueryClient } from '@tanstack/react-query'

/** What lists an open project's own standing: its refusal says all there is to know, and must not cause itself. */
const ownEndpoints = ['readProject', 'listEnvironments', 'listCollaborators']

/**
 * Somebody may have lost a project, an environment or a role since the page was read: what the server refuses then is
 * the first sign of it, so the open project is read again, and says for itself what has become of it.
 */
export function refetchAfterRejection(queries: QueryClient, endpoint: string, code: ErrorCode) {
  if (code !== 'NOT_FOUND' && code !== 'FORBIDDEN') return
  if (endpoint === 'readProject') return
  void queries.invalidateQueries({ queryKey: ['project'] })
  if (!ownEndpoints.includes(endpoint)) void queries.invalidateQueries({ queryKey: ['environments'] })
}
