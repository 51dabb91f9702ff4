import { cancelInvitation } from '@envhold/contract/collaborators.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { toast } from 'sonner'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
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
    const input = { params: { id: project.id }, body: { email } }
    await ifOpen(() => connection.api.call(cancelInvitation, input))
    toast.success('Invitation canceled')
    await refetchCollaborators(connection, project.id)
  }
  return (
    <CallDialog
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
      errors={collaboratorErrors.cancelInvitation}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}
