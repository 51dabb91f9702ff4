import type { Account } from '@envhold/contract/accounts.ts'
import { CircleCheck } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { useSendVerification } from './verify-email/use-send-verification.ts'

/** The account's e-mail address, and whether it is verified. */
export function EmailLine({ account }: { account: Account }) {
  const { send, sending } = useSendVerification()
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <dt className="text-small text-ink-3">E-mail</dt>
        <dd className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="break-all">{account.email}</span>
          {account.email_verified ? (
            <Badge tone="good">
              <CircleCheck aria-hidden="true" />
              Verified
            </Badge>
          ) : (
            <span className="flex flex-wrap items-center gap-x-2.5">
              <Badge tone="warn">Not verified</Badge>
              {account.can_verify_email && (
                <Button variant="link" busy={sending} onClick={() => void send()}>
                  Send link again
                </Button>
              )}
            </span>
          )}
        </dd>
        {!account.email_verified && !account.can_verify_email && (
          <dd className="text-small text-ink-3">
            This server sends no mail, so it cannot verify addresses. To join a project, open the link that
            its owner gives you.
          </dd>
        )}
      </div>
      <div>
        <dt className="text-small text-ink-3">Member since</dt>
        <dd>
          <Time at={account.created_at} date />
        </dd>
      </div>
    </dl>
  )
}
