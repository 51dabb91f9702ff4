import { CircleCheck } from 'lucide-react'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { useSendVerification } from '../verify-email/use-send-verification.ts'

/** The account's e-mail address, and whether it is verified. */
export function EmailRow() {
  const account = useAccount()
  const { send, sending } = useSendVerification()
  const isVerified = account?.email_verified === true
  return (
    <SettingRow
      id="email"
      title="E-mail"
      badge={
        account &&
        (isVerified ? (
          <Badge tone="good">
            <CircleCheck aria-hidden="true" />
            Verified
          </Badge>
        ) : (
          <Badge tone="warn">Not verified</Badge>
        ))
      }
      description={
        <>
          <span className="break-all">{account?.email}</span>
          {account && !isVerified && !account.can_verify_email && (
            <span className="block text-ink-3">
              This server sends no mail, so it cannot verify addresses. To join a project, open the link that
              its owner gives you.
            </span>
          )}
        </>
      }
      action={
        account &&
        !isVerified &&
        account.can_verify_email && (
          <Button variant="secondary" busy={sending} onClick={() => void send()}>
            Send link again
          </Button>
        )
      }
    />
  )
}
