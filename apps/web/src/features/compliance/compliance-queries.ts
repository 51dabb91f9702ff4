import { ApiError } from '@envhold/client/api-error.ts'
import { type Compliance, readCompliance } from '@envhold/contract/compliance.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readKey } from '../../connection/api/read-query.ts'
import { useApi } from '../../connection/use-api.ts'
import { loadGraceViews } from './load-grace-views.ts'

/** Null for most accounts: they never had a grace period or an archived project. */
async function read(api: Api, signal: AbortSignal): Promise<Compliance | null> {
  try {
    return await api.call(readCompliance, {}, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

export const complianceKey = readKey(readCompliance, {})

/** The account's compliance, with the code that shows it: what they add to a page appears in one piece. */
export const complianceQuery = (api: Api) =>
  queryOptions({
    queryKey: complianceKey,
    queryFn: async ({ signal, client }) => {
      const compliance = await read(api, signal)
      if (compliance) await (await loadGraceViews()).prefetch(api, client, compliance)
      return compliance
    },
  })

export const useCompliance = () => useQuery(complianceQuery(useApi()))

const fallback = 'Failed to fetch compliance status'

/** HTTP status and text, if the server answered. */
export const complianceFailure = (error: unknown): string =>
  error instanceof ApiError ? `${fallback}: ${error.status} ${error.message}` : fallback

/** What people read when one of these calls fails. */
export const complianceErrors = {
  retainProjects: { fallback: 'Failed to save your choice' },
  loadHistory: { fallback: 'Failed to load the history' },
  archiveProject: { fallback: 'Failed to archive project' },
  archiveExcess: { fallback: 'Failed to archive projects' },
  loadArchived: { fallback: 'Failed to load archived projects' },
  restoreProject: { fallback: 'Failed to restore project' },
} as const satisfies Record<string, ErrorTexts>

/** The sentence when only a larger plan brings a project back, and the server sent none. */
export const upgradeToRestore =
  'Cannot restore project: upgrade required to restore system-archived projects.'
