import { useAccount } from '../../../connection/session/use-session-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useSendVerification } from './use-send-verification.ts'

/** Shown where invitations are missing because the e-mail address is not verified. */
export function VerifyNotice() {
  const account = useAccount()
  const { send, sending, sent } = useSendVerification()
  if (!account || account.email_verified) return null
  const email = <span className="break-all">{account.email}</span>
  if (!account.can_verify_email)
    return (
      <Banner tone="info" title="Invitations cannot be shown here">
        This instance has no mail server, so {email} cannot be verified. Ask the person who invites you for
        the invitation’s link.
      </Banner>
    )
  return (
    <Banner
      tone="info"
      title="Confirm your e-mail address to see invitations"
      action={
        !sent && (
          <Button variant="secondary" size="sm" busy={sending} onClick={() => void send()}>
            Send link again
          </Button>
        )
      }
    >
      Open the link that was mailed to {email}. Invitations appear here after that.
    </Banner>
  )
}
