import { ApiError } from '@envhold/client/api-error.ts'
import { verifyEmail } from '@envhold/contract/account-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, MailCheck, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../connection/error-text.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { useAccount, useSessionState } from '../../connection/use-session-state.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSendVerification } from './use-send-verification.ts'
import { VerifyOutcome } from './verify-outcome.tsx'

interface Props {
  /** What stood in the link; null when it came without. */
  token: string | null
  /** Where to go from here. */
  onward: ReactNode
}

const heading = <h1 className="sr-only">Verify your e-mail address</h1>

/**
 * Proves an address with what was mailed to it, whoever is signed in here, or nobody. It asks first: programs that look
 * into mails open links too, and somebody else may have made the account.
 */
export function VerifyEmail({ token, onward }: Props) {
  const { api, session } = useConnection()
  const { askAgain } = useSessionState()
  const account = useAccount()
  const [confirmed, setConfirmed] = useState(false)
  const { error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      const { message } = await api.call(verifyEmail, { body: { token: token ?? '' } })
      if (session.read()) askAgain()
      return message
    },
    enabled: token !== null && confirmed,
    // The link works once: asked again by itself, it would seem to be worthless.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (token !== null && !confirmed)
    return (
      <VerifyOutcome
        icon={MailCheck}
        tone="good"
        title="Is this address yours?"
        action={<Button onClick={() => setConfirmed(true)}>Confirm address</Button>}
      >
        Confirm it if you made the account that the mail names. Whoever has that account then gets the
        invitations that are sent to you.
      </VerifyOutcome>
    )
  if (token !== null && isPending)
    return (
      <>
        {heading}
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner size="sm" className="text-accent" />
          Checking the link…
        </p>
      </>
    )
  const isWorthless = error instanceof ApiError && error.code === 'NOT_FOUND'
  if (error && !isWorthless)
    return (
      <>
        {heading}
        <ErrorState title={errorText(error, 'verifyEmail')} onRetry={refetch} busy={isFetching} />
      </>
    )
  if (token !== null && !error)
    return (
      <VerifyOutcome icon={CircleCheck} tone="good" title="Your e-mail address is verified" action={onward}>
        Invitations to projects of others reach you from now on.
      </VerifyOutcome>
    )
  if (account?.email_verified)
    return (
      <VerifyOutcome icon={CircleCheck} tone="good" title="Your address is verified already" action={onward}>
        The link has done its work, there is nothing left to do.
      </VerifyOutcome>
    )
  return (
    <VerifyOutcome
      icon={MailWarning}
      tone="warn"
      title={isWorthless ? 'This link is not valid any more' : 'Open the link in your mail'}
      action={account ? <SendAgain onward={onward} /> : onward}
    >
      {isWorthless
        ? 'It was used already, a newer one was mailed, or it is older than a day.'
        : 'This page knows an address only from its link, and forgets it when it is reloaded.'}{' '}
      {account
        ? `A new link can be mailed to ${account.email}.`
        : 'Sign in to have a new one mailed from your account page.'}
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
