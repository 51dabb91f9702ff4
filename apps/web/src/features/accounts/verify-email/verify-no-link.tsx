import { CircleCheck, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccount } from '../../../connection/session/use-session-state.ts'
import { Button } from '../../../ui/button.tsx'
import { useSendVerification } from './use-send-verification.ts'
import { VerifyOutcome } from './verify-outcome.tsx'

/** The page was opened without a link, or with one that is no longer valid. */
export function VerifyNoLink({ isInvalid, nextStep }: { isInvalid: boolean; nextStep: ReactNode }) {
  const account = useAccount()
  if (account?.email_verified)
    return (
      <VerifyOutcome
        icon={CircleCheck}
        tone="good"
        title="Your address is verified already"
        action={nextStep}
      >
        You do not have to do anything.
      </VerifyOutcome>
    )
  return (
    <VerifyOutcome
      icon={MailWarning}
      tone="warn"
      title={isInvalid ? 'This link is no longer valid' : 'Open the link again'}
      action={account?.can_verify_email ? <SendAgain onward={nextStep} /> : nextStep}
    >
      {isInvalid
        ? 'It was already used, replaced by a newer one, or is older than a day.'
        : 'The address is identified only by its link, and reloading this page discards it.'}{' '}
      {account
        ? account.can_verify_email
          ? `A new link can be mailed to ${account.email}.`
          : 'This instance has no mail server, so it cannot verify addresses.'
        : 'Sign in to see on your account page whether your address is verified.'}
    </VerifyOutcome>
  )
}

function SendAgain({ onward }: { onward: ReactNode }) {
  const { send, sending, sent } = useSendVerification()
  if (sent) return onward
  return (
    <Button busy={sending} onClick={() => void send()}>
      Send a new link
    </Button>
  )
}
