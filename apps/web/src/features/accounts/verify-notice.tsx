import { useAccount } from '../../connection/use-session-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useSendVerification } from './use-send-verification.ts'

/** Stands where an address that is not verified keeps something away; nowhere else, and for nobody else. */
export function VerifyNotice() {
  const account = useAccount()
  const { send, sending, sent } = useSendVerification()
  if (!account || account.email_verified || !account.can_verify_email) return null
  return (
    <Banner
      tone="info"
      title="Verify your e-mail address"
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
