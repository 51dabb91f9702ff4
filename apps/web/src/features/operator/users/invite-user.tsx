import {
  inviteUser,
  listUserInvitations,
  userInvitationDays,
} from '@envhold/contract/operator/user-invitations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { asTyped, Input } from '../../../ui/forms/input.tsx'
import { useMayCall } from '../operator.ts'
import { useSending } from '../parts/use-sending.ts'
import { OpenInvitations } from './open-invitations.tsx'

export function InviteUser() {
  const [open, setOpen] = useState(false)
  if (!useMayCall('inviteUser')) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Invite User
      </Button>
      {open && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const { send, busy, failure } = useSending((error) =>
    errorText(error, { fallback: 'Failed to send the invitation' }),
  )
  const invite = (event: FormEvent) => {
    event.preventDefault()
    return send(async () => {
      const { message } = await api.call(inviteUser, { body: { email: email.trim() } })
      toast.success(message)
      setEmail('')
      await refetchReads(queries, listUserInvitations)
    })
  }
  const close = useUnsaved(email.trim() !== '' && !busy)
  return (
    <Dialog
      onClose={() => close(onClose)}
      title="Invite User"
      description={`An e-mail has a link to create an account. It works for ${userInvitationDays} days, whatever the sign-up mode. You never see the link.`}
    >
      <form onSubmit={invite} className="grid gap-5" noValidate>
        <Field label="E-mail" error={failure || undefined}>
          <Input
            {...asTyped}
            type="email"
            inputMode="email"
            value={email}
            autoFocus
            autoComplete="off"
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <OpenInvitations />
        <DialogActions busy={busy}>
          <Button variant="secondary" disabled={busy} onClick={() => close(onClose)}>
            Close
          </Button>
          <Button type="submit" busy={busy} disabled={email.trim() === ''}>
            Send Invitation
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
