import { listRoles, readRoleHistory } from '@envhold/contract/operator/roles.ts'
import type { Api } from '../../../connection/api/api.ts'
import { type ErrorTexts, errorText, fieldErrors } from '../../../connection/api/error-text.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export const rolesQuery = (api: Api) => readQuery(api, listRoles, {}, ({ roles }) => roles)

export const roleHistoryQuery = (api: Api, userId: number) =>
  readQuery(api, readRoleHistory, { params: { id: userId } }, ({ history }) => history)

/** What people read when one of these calls fails. */
export const roleErrors = {
  createRole: { fallback: 'Failed to create role' },
  updateRole: { fallback: 'Failed to update role' },
  deleteRole: { fallback: 'Failed to delete role' },
  assignRole: { fallback: 'Failed to assign role' },
} as const satisfies Record<string, ErrorTexts>

/** Why a form was rejected: what is wrong with a field says more than that the request is not valid. */
export const formErrorText = (error: unknown, texts: ErrorTexts): string =>
  fieldErrors(error)[0]?.message ?? errorText(error, texts)
