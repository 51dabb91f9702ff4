import {
  listUserInvitations,
  type UserInvitation,
  withdrawUserInvitation,
} from '@envhold/contract/operator/user-invitations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useWork } from '../parts/use-sending.ts'

const listed = 20

/** The newest invitations that nobody has used. */
export function OpenInvitations() {
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
