import { confirmEmailChange, openEmailChange } from '@envhold/contract/accounts/mailed-links.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useAccount, useSessionState } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useSession } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Strong } from '../../../ui/text/strong.tsx'
import { accountErrors } from '../account-errors.ts'
import { DoneOutcome, isInvalidLink, OpenLink, VerifyOutcome } from '../verify-email/verification-link.tsx'
import { SignInFirst } from '../verify-email/verify-identity.tsx'
import { InvalidOutcome, openLinkOptions } from './open-link.tsx'

const why =
  'It was already used, replaced by a newer one, or is older than a day. Ask for a new one on your account page.'

interface Props {
  token: string | null
  onSwitchAccount: () => void
  nextStep: ReactNode
}

/** Confirms a new e-mail address of the account that asked for it. */
export function ConfirmEmail({ token, ...props }: Props) {
  if (token === null) return <InvalidOutcome isInvalid={false} why={why} action={props.nextStep} />
  return <WithLink token={token} {...props} />
}

function WithLink({ token, onSwitchAccount, nextStep }: Props & { token: string }) {
  const api = useApi()
  const session = useSession()
  const query = useQuery({
    queryKey: ['confirm-email-link', useId()],
    queryFn: ({ signal }) => api.call(openEmailChange, { body: { token } }, { signal }),
    ...openLinkOptions,
  })
  const invalid = <InvalidOutcome isInvalid why={why} action={nextStep} />
  return (
    <OpenLink
      query={query}
      title="Confirm your new e-mail address"
      errors={accountErrors.mailedLink}
      invalid={invalid}
    >
      {({ username, email }) =>
        session ? (
          <Confirm {...{ token, username, email, onSwitchAccount, nextStep, invalid }} />
        ) : (
          <SignInFirst>
            The account <Strong>{username}</Strong> is to use <Strong>{email}</Strong>. If it is not your
            account, close this page.
          </SignInFirst>
        )
      }
    </OpenLink>
  )
}

interface ConfirmProps extends Omit<Props, 'token'> {
  token: string
  username: string
  email: string
  invalid: ReactNode
}

function Confirm({ token, username, email, onSwitchAccount, nextStep, invalid }: ConfirmProps) {
  const api = useApi()
  const { retry } = useSessionState()
  const account = useAccount()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.call(confirmEmailChange, { body: { token } }),
    onSuccess: retry,
  })
  if (isSuccess)
    return (
      <DoneOutcome title="Your e-mail address is changed" action={nextStep}>
        Your account uses <Strong>{email}</Strong>. The former address can undo this for 7 days.
      </DoneOutcome>
    )
  if (isInvalidLink(error)) return invalid
  const isOther = account && account.username !== username
  return (
    <VerifyOutcome
      icon={MailCheck}
      tone="good"
      title="Confirm your new e-mail address"
      action={
        isOther ? (
          <Button onClick={onSwitchAccount}>Switch account</Button>
        ) : (
          <Button busy={isPending} onClick={() => mutate()}>
            Use this address
          </Button>
        )
      }
    >
      {error && <Banner tone="bad">{errorText(error, accountErrors.changeEmail)}</Banner>}
      {isOther ? (
        <>
          You are signed in as <Strong>{account.username}</Strong>. Sign in as <Strong>{username}</Strong> to
          use <Strong>{email}</Strong> for that account.
        </>
      ) : (
        <>
          The account <Strong>{username}</Strong> then signs in with <Strong>{email}</Strong> and gets its
          e-mails there.
        </>
      )}
    </VerifyOutcome>
  )
}
