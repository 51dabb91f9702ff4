import { ApiError } from '@envhold/client/api-error.ts'
import { openInvitation } from '@envhold/contract/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-connection.ts'

export type OpenedInvitation = OutputOf<typeof openInvitation>['invitation']

/**
 * What the link stands for. It is kept over signing in and out, which forget everything else that was read; the
 * secret itself is in no key.
 */
export function useOpenedInvitation(secret: string) {
  const api = useApi()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['opened-invitation'],
    queryFn: async ({ signal }) =>
      (await api.call(openInvitation, { body: { secret } }, { signal })).invitation,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [lastInvitation, setLastInvitation] = useState<OpenedInvitation>()
  if (data && data !== lastInvitation) setLastInvitation(data)
  return {
    invitation: data ?? lastInvitation,
    /** It ended, was taken back, or was answered. */
    isInvalid: error instanceof ApiError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code),
    error,
    isFetching,
    refetch,
  }
}
