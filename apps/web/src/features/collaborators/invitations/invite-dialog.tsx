import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { Controller } from 'react-hook-form'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { EnvironmentChoice, RoleChoice } from '../access-choices.tsx'
import { refetchCollaborators } from '../collaborator-queries.ts'
import { LinkUrlHint } from './invitation-dialogs.tsx'
import { type CollaboratorsOfProject, inviteErrors, inviteForm } from './invite-rules.ts'

interface Props {
  project: Project
  members: CollaboratorsOfProject
  environments: readonly Environment[]
  onClose: () => void
  /** The invitation exists, but its mail could not be sent. */
  onNotMailed: (email: string) => void
  /** The server sends no mail, so the inviter passes the link on. */
  onLink: (link: { email: string; link: string }) => void
}

export function InviteDialog({ project, members, environments, onClose, onNotMailed, onLink }: Props) {
  const connection = useConnection()
  const account = useAccount()
  const sendsMail = account?.can_verify_email !== false
  const { api, withUnlockedVault } = connection
  const form = useActionForm({
    schema: inviteForm(members),
    mode: 'onChange',
    initial: { email: '', role: 'read', environments: [] },
    errors: inviteErrors,
    onSubmit: async (body) => {
      const params = { id: project.id }
      const { invitation } = await withUnlockedVault(() => api.call(inviteCollaborator, { params, body }))
      onClose()
      const { email, link } = invitation
      if (link !== null) onLink({ email, link })
      else if (!invitation.mailed) onNotMailed(email)
      await refetchCollaborators(connection, project.id)
      // Once the row is there, so that the message does not cover it.
      if (invitation.mailed) toast.success('Collaborator invited successfully!')
    },
  })
  const { control } = form
  const close = useUnsaved(form)
  const none = environments.length === 0

  return (
    <Dialog
      onClose={() => close(onClose)}
      title="Invite Collaborator"
      description={`${sendsMail ? 'They receive a link by e-mail.' : 'This server sends no mail, so you get a link to send them.'} They cannot read anything until they accept.`}
    >
      <ActionForm
        form={form}
        submitText="Invite collaborator"
        disabled={none}
        onCancel={() => close(onClose)}
        className="grid gap-5"
      >
        {account && <LinkUrlHint url={account.public_url} />}
        <TextField
          {...form.field('email')}
          label="E-mail"
          type="email"
          autoFocus
          autoComplete="off"
          placeholder="grace@example.com"
        />
        <Controller
          control={control}
          name="role"
          render={({ field }) => <RoleChoice value={field.value} onChange={field.onChange} />}
        />
        {none ? (
          <Banner tone="warn" title="Nothing to share yet">
            Create an environment first. An invitation needs at least one.
          </Banner>
        ) : (
          <Controller
            control={control}
            name="environments"
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <EnvironmentChoice {...{ environments, value, onChange }} error={error?.message} />
            )}
          />
        )}
      </ActionForm>
    </Dialog>
  )
}
