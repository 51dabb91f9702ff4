import { useAccount } from '../../connection/use-session-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useSendVerification } from './use-send-verification.ts'

/** Stands where an address that is not verified keeps something away; nowhere else, and for nobody else. */
export function VerifyNotice() {
  const account = useAccount()
  const { send, sending, sent } = useSendVerification()
  if (!account || account.email_verified) return null
  if (!account.can_verify_email)
    return (
      <Banner tone="info" title="Your e-mail address is not verified">
        This instance has no mail server, so it cannot mail you a link. Until your address is verified,
        invitations to projects of others do not show here. Ask the people who invite you for the link of the
        invitation.
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
      Open the link that was mailed to <span className="break-all">{account.email}</span>. Until then
      invitations to projects of others do not show here.
    </Banner>
  )
}
