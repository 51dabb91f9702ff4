import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

/** The invitations that wait for the account's answer. */
export const invitationsQuery = (api: Api) =>
  readQuery(api, listInvitations, {}, ({ invitations }) => invitations)

/** The projects that the account can become the owner of. */
export const offeredProjectsQuery = (api: Api) =>
  readQuery(api, listInvitations, {}, ({ offered_projects }) => offered_projects)
