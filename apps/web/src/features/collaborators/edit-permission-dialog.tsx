import {
  type Collaborator,
  type CollaboratorRole,
  listCollaborators,
  updateCollaborator,
  updateInvitation,
} from '@envhold/contract/collaborators/collaborators.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { Controller, useWatch } from 'react-hook-form'
import { ActionForm, useActionForm } from '../../connection/action-form.tsx'
import { undoOf } from '../../connection/undo-edit.ts'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useBlocked } from '../../ui/feedback/blocked.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { EnvironmentChoice, RoleChoice } from './access-choices.tsx'
import { OpenOfferNote, RekeyNote } from './collaborator-notices.tsx'
import { collaboratorErrors, refetchCollaborators, useVaultIfOpen } from './collaborator-queries.ts'
import { permissionChanges, permissionForm } from './invitations/invite-rules.ts'

interface Props {
  project: Project
  /** A collaborator or a pending invitation. */
  collaborator: Collaborator
  environments: readonly Environment[]
  onClose: () => void
}

interface Permissions {
  readonly role: CollaboratorRole
  readonly environments: number[]
}

const permissionsOf = ({ role, shared_environments }: Collaborator): Permissions => ({
  role,
  environments: shared_environments.toSorted((a, b) => a - b),
})

export function EditPermissionDialog({ project, collaborator, environments, onClose }: Props) {
  const connection = useConnection()
  const reason = useBlocked()
  const { api, withUnlockedVault } = connection
  const ifOpen = useVaultIfOpen()
  const isPending = collaborator.user_id === null
  const errors = isPending ? collaboratorErrors.updateInvitation : collaboratorErrors.updateCollaborator
  const { user_id: userId, email } = collaborator
  const send = (body: Partial<Permissions>, isAdding: boolean) => {
    const { id } = project
    const update = () =>
      userId === null
        ? api.call(updateInvitation, { params: { id }, body: { email, ...body } })
        : api.call(updateCollaborator, { params: { id, userId }, body })
    return isAdding ? withUnlockedVault(update) : ifOpen(update)
  }
  const undo = (after: Collaborator, sent: Partial<Permissions>) =>
    undoOf({
      what: `the permissions of ${collaborator.username ?? email}`,
      sent,
      before: permissionsOf(collaborator),
      after: permissionsOf(after),
      read: async () => {
        const { collaborators } = await api.call(listCollaborators, { params: { id: project.id } })
        return collaborators
          .filter((one) => one.user_id === userId && one.email === email)
          .map(permissionsOf)[0]
      },
      write: async (body) => {
        const had = after.shared_environments
        await send(body, body.environments?.some((id) => !had.includes(id)) ?? false)
        await refetchCollaborators(connection, project.id)
      },
      errors,
    })
  const form = useActionForm({
    schema: permissionForm,
    mode: 'onChange',
    initial: { role: collaborator.role, environments: collaborator.shared_environments },
    errors,
    onSubmit: async (values) => {
      const { body, added, isUnchanged } = permissionChanges(collaborator, values)
      if (isUnchanged) return onClose()
      const edited = await send(body, added.length > 0)
      toast.success(isPending ? 'Invitation updated' : 'Permissions updated', undo(edited.collaborator, body))
      onClose()
      await refetchCollaborators(connection, project.id)
    },
  })
  const { control } = form
  const close = useUnsaved(form)
  const chosen = useWatch({ control })
  const { removed } = permissionChanges(collaborator, {
    role: chosen.role ?? collaborator.role,
    environments: chosen.environments ?? [],
  })

  return (
    <Dialog
      onClose={() => close(onClose)}
      title={isPending ? 'Edit Invitation' : 'Edit Permission'}
      description={
        <span className="break-words">
          <span className="font-medium text-ink">{collaborator.username}</span> {collaborator.email}
          {isPending && ' is invited. These settings apply when the invitation is accepted.'}
        </span>
      }
    >
      <ActionForm
        form={form}
        submitText={isPending ? 'Save invitation' : 'Save permissions'}
        onCancel={() => close(onClose)}
        className="grid gap-5"
      >
        {reason && <Banner title={reason}>You can reduce this access, but not extend it.</Banner>}
        <Controller
          control={control}
          name="role"
          render={({ field }) => <RoleChoice value={field.value} onChange={field.onChange} />}
        />
        <Controller
          control={control}
          name="environments"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <EnvironmentChoice {...{ environments, value, onChange }} error={error?.message} />
          )}
        />
        {removed.length > 0 && (
          <Banner tone="warn">
            <RekeyNote count={removed.length} which="taken away" />
            {userId !== null && <OpenOfferNote project={project} userId={userId} />}
          </Banner>
        )}
      </ActionForm>
    </Dialog>
  )
}
