import { listInvitations } from '@envhold/contract/pending-invitations.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const invitationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) => (await api.call(listInvitations, {}, { signal })).invitations,
  })
