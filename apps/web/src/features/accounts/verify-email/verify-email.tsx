import { verifyEmail } from '@envhold/contract/accounts/account-settings.ts'
import { useMutation } from '@tanstack/react-query'
import { MailCheck, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useAccount, useSessionState } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Strong } from '../../../ui/text/strong.tsx'
import { accountErrors } from '../account-errors.ts'
import {
  DoneOutcome,
  isInvalidLink,
  type LinkedAccount,
  OpenLink,
  useVerificationLink,
  VerifyOutcome,
} from './verification-link.tsx'
import { VerifyIdentity } from './verify-identity.tsx'
import { useSendVerification } from './verify-notice.tsx'

interface Props {
  /** The secret of the link; null if it has none. */
  token: string | null
  onSwitchAccount: () => void
  /** Links to continue. */
  nextStep: ReactNode
}

/** Confirms an e-mail address with what was mailed to it, for the account that the link belongs to. */
export function VerifyEmail({ token, ...props }: Props) {
  return token === null ? (
    <VerifyNoLink isInvalid={false} nextStep={props.nextStep} />
  ) : (
    <WithLink token={token} {...props} />
  )
}

const WithLink = ({ token, onSwitchAccount, nextStep }: Props & { token: string }) => (
  <OpenLink
    query={useVerificationLink(token)}
    title="Verify your e-mail address"
    errors={accountErrors.verifyEmail}
    invalid={<VerifyNoLink isInvalid nextStep={nextStep} />}
  >
    {(linked) => (
      <VerifyIdentity linked={linked} onSwitchAccount={onSwitchAccount}>
        <VerifyConfirm token={token} linked={linked} nextStep={nextStep} />
      </VerifyIdentity>
    )}
  </OpenLink>
)

interface VerifyConfirmProps {
  token: string
  linked: LinkedAccount
  nextStep: ReactNode
}

/** Confirms only on a click: mail scanners open links too. */
function VerifyConfirm({ token, linked: { username, email }, nextStep }: VerifyConfirmProps) {
  const api = useApi()
  const account = useAccount()
  const { retry } = useSessionState()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.call(verifyEmail, { body: { token } }),
    onSuccess: retry,
  })
  if (isSuccess)
    return (
      <DoneOutcome title="Your e-mail address is verified" action={nextStep}>
        Invitations to other people’s projects now reach you.
      </DoneOutcome>
    )
  if (account?.email_verified || isInvalidLink(error)) return <VerifyNoLink isInvalid nextStep={nextStep} />
  return (
    <VerifyOutcome
      icon={MailCheck}
      tone="good"
      title="Confirm your e-mail address"
      action={
        <Button busy={isPending} onClick={() => mutate()}>
          Confirm address
        </Button>
      }
    >
      {error && <Banner tone="bad">{errorText(error, accountErrors.verifyEmail)}</Banner>}
      The account {username} then receives invitations sent to <Strong>{email}</Strong>.
    </VerifyOutcome>
  )
}

/** The page was opened without a link, or with one that is no longer valid. */
function VerifyNoLink({ isInvalid, nextStep }: { isInvalid: boolean; nextStep: ReactNode }) {
  const account = useAccount()
  if (account?.email_verified)
    return (
      <DoneOutcome title="Your address is verified already" action={nextStep}>
        You do not have to do anything.
      </DoneOutcome>
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
