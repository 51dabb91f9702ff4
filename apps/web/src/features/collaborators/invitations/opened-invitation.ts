import { ApiError } from '@envhold/client/api-error.ts'
import { openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'

export type OpenedInvitation = OutputOf<typeof openInvitation>['invitation']

/**
 * The invitation of a link. It stays cached across signing in and out, which clear everything else; the secret itself
 * is in no query key.
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
    /** It expired, was canceled, or was answered. */
    isInvalid: error instanceof ApiError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code),
    error,
    isFetching,
    refetch,
  }
}
