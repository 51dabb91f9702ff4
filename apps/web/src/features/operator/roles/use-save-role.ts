import { ApiError } from '@envhold/client/api-error.ts'
import { createRole, listRoles, type Role, updateRole } from '@envhold/contract/operator/roles.ts'
import type { OperatorPermission } from '@envhold/contract/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useSending } from '../parts/use-sending.ts'
import { formErrorText, roleErrors } from './roles.ts'

interface RoleFields {
  readonly name: string
  readonly display_name: string
  readonly description: string
  readonly permissions: OperatorPermission[]
}

/** Creates a role, or changes the given one. */
export function useSaveRole(role: Role | undefined, onClose: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  const { send, busy, failure, setFailure } = useSending((error) => {
    // After a change by another operator, the list shows the current role.
    if (error instanceof ApiError && error.code === 'CONFLICT') void refetchReads(queries, listRoles)
    return formErrorText(error, role ? roleErrors.updateRole : roleErrors.createRole)
  })
  const store = async ({ name, ...body }: RoleFields) => {
    if (role)
      await api.call(updateRole, { params: { id: role.id }, body: { ...body, revision: role.revision } })
    else await api.call(createRole, { body: { name, ...body } })
    await queries.invalidateQueries()
    onClose()
  }
  /** @param fields a text is what is missing */
  const save = async (event: FormEvent, fields: RoleFields | string) => {
    event.preventDefault()
    if (typeof fields === 'string') setFailure(fields)
    else await send(() => store(fields))
  }
  return { save, busy, failure }
}
