import { cancelInvitation } from '@envhold/contract/collaborators.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { toast } from 'sonner'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { collaboratorErrors } from '../collaborator-errors.ts'
import { refetchCollaborators } from '../collaborator-queries.ts'
import { useVaultIfOpen } from '../use-vault-if-open.ts'

interface Props {
  project: Project
  email: string
  onClose: () => void
}

export function CancelInvitationDialog({ project, email, onClose }: Props) {
  const connection = useConnection()
  const ifOpen = useVaultIfOpen()
  const confirm = async () => {
    try {
      const input = { params: { id: project.id }, body: { email } }
      await ifOpen(() => connection.api.call(cancelInvitation, input))
      toast.success('Invitation canceled')
      await refetchCollaborators(connection, project.id)
    } catch (error) {
      notifyError(error, collaboratorErrors.cancelInvitation)
      throw error
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone="warning"
      title="Cancel invitation"
      description={
        <>
          The link in the mail to <span className="font-medium wrap-anywhere text-ink">{email}</span> stops
          working immediately. You can invite them again.
        </>
      }
      cancelText="Keep invitation"
      confirmText="Cancel invitation"
      onConfirm={confirm}
    />
  )
}
