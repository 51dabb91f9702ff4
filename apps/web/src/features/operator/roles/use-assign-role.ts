import { assignRole } from '@envhold/contract/operator/roles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useSending } from '../parts/use-sending.ts'
import { formErrorText, roleErrors } from './roles.ts'

export interface AssignedUser {
  readonly id: number
  readonly username: string
  /** Null if the role that the user has does not exist. */
  readonly roleId: number | null
}

export function useAssignRole(user: AssignedUser, onClose: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  const { send, busy, failure, setFailure } = useSending((error) =>
    formErrorText(error, roleErrors.assignRole),
  )
  const assign = async (chosen: string, reason: string) => {
    if (chosen === '') return setFailure('Please select a role')
    if (chosen === String(user.roleId)) return setFailure('User already has this role')
    await send(async () => {
      const body = { role_id: Number(chosen), ...(reason.trim() !== '' && { reason: reason.trim() }) }
      const { message } = await api.call(assignRole, { params: { id: user.id }, body })
      await queries.invalidateQueries()
      toast.success(message)
      onClose()
    })
  }
  return { assign, busy, failure }
}
