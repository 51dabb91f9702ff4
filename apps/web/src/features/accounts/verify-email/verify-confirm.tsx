import { verifyEmail } from '@envhold/contract/account-settings.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useAccount, useSessionState } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { accountErrors } from '../account-errors.ts'
import { isInvalidLink, type LinkedAccount } from './use-verification-link.ts'
import { VerifyNoLink } from './verify-no-link.tsx'
import { VerifyOutcome } from './verify-outcome.tsx'

interface Props {
  token: string
  linked: LinkedAccount
  nextStep: ReactNode
}

/** Confirms only on a click: mail scanners open links too. */
export function VerifyConfirm({ token, linked: { username, email }, nextStep }: Props) {
  const api = useApi()
  const account = useAccount()
  const { retry } = useSessionState()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.call(verifyEmail, { body: { token } }),
    onSuccess: retry,
  })
  if (isSuccess)
    return (
      <VerifyOutcome icon={CircleCheck} tone="good" title="Your e-mail address is verified" action={nextStep}>
        Invitations to other people’s projects now reach you.
      </VerifyOutcome>
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
      The account {username} then receives invitations sent to{' '}
      <span className="font-medium wrap-anywhere text-ink">{email}</span>.
    </VerifyOutcome>
  )
}
