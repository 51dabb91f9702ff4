import {
  inviteUser,
  listUserInvitations,
  type UserInvitation,
  userInvitationDays,
  withdrawUserInvitation,
} from '@envhold/contract/operator/user-invitations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { asTyped, Input } from '../../../ui/forms/input.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { useSending, useWork } from '../parts/use-sending.ts'

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

const listed = 20

/** The newest invitations that nobody has used. */
function OpenInvitations() {
  const { data } = useRead(listUserInvitations, { query: { limit: listed } })
  if (!data || data.invitations.length === 0) return null
  const { total } = data.pagination
  return (
    <section className="grid gap-2 text-small">
      <h3 className="font-medium">
        {formatCount(total, 'open invitation')}
        {total > listed && `, the newest ${listed}`}
      </h3>
      <ul className="max-h-60 overflow-y-auto rounded-md border">
        {data.invitations.map((invitation) => (
          <OpenInvitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function OpenInvitation({ invitation: { id, email, expires_at } }: { invitation: UserInvitation }) {
  const api = useApi()
  const queries = useQueryClient()
  const [busy, start] = useWork((error) =>
    notifyError(error, { fallback: 'Failed to withdraw the invitation' }),
  )
  const withdraw = () =>
    start(async () => {
      const { message } = await api.call(withdrawUserInvitation, { params: { id } })
      toast.success(message)
      await refetchReads(queries, listUserInvitations)
    })
  return (
    <li className="flex items-center justify-between gap-3 border-t px-3 py-2 first:border-t-0">
      <span className="grid min-w-0">
        <span className="break-all">{email}</span>
        <span className="text-ink-3">
          until <Time at={expires_at} date />
        </span>
      </span>
      <Button
        variant="ghost"
        size="sm"
        busy={busy}
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() => void withdraw()}
      >
        Withdraw
      </Button>
    </li>
  )
}
