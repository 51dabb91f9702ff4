import { deleteRole, type Role } from '@envhold/contract/operator/roles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { roleErrors } from './role-errors.ts'

interface Props {
  readonly role: Role
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function DeleteRoleDialog({ role, ...dialog }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const remove = async () => {
    await api.call(deleteRole, { params: { id: role.id } })
    await queries.invalidateQueries()
    void toast.success('Role deleted')
  }
  return (
    <TypedConfirmDialog
      {...dialog}
      title="Delete Role"
      description={`Are you sure you want to delete the role "${role.display_name}"? This action cannot be undone.`}
      confirmText="Delete Role"
      errors={roleErrors.deleteRole}
      onConfirm={remove}
    />
  )
}
