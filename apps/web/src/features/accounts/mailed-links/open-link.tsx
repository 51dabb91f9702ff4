import {
  openProtection,
  type ProtectionPurpose,
  useProtection,
} from '@envhold/contract/accounts/mailed-links.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MailWarning, ShieldAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Strong } from '../../../ui/text/strong.tsx'
import { accountErrors } from '../account-errors.ts'
import { DoneOutcome, isInvalidLink, OpenLink, VerifyOutcome } from '../verify-email/verification-link.tsx'

/**
 * The options of a query that opens a mailed link. The secret is in no query key, but each link has its own, and nothing
 * stays in the cache.
 */
export const openLinkOptions = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** The page was opened without a link, or with one that is no longer valid. */
export const InvalidOutcome = ({
  isInvalid,
  why,
  action,
}: {
  isInvalid: boolean
  /** Why a link may have ended. */
  why: string
  action: ReactNode
}) => (
  <VerifyOutcome
    icon={MailWarning}
    tone="warn"
    title={isInvalid ? 'This link is no longer valid' : 'Open the link again'}
    action={action}
  >
    {isInvalid ? why : 'This page needs the link from the mail, and reloading it discards the link.'}
  </VerifyOutcome>
)

const why = 'It was already used, is older than a week, or is no longer needed.'
const useLink = useProtection

interface Props {
  purpose: ProtectionPurpose
  token: string | null
  nextStep: ReactNode
}

/** What the link of a security mail offers. It happens on a click only: mail scanners open links too. */
export function Protection({ purpose, token, nextStep }: Props) {
  if (token === null) return <InvalidOutcome isInvalid={false} why={why} action={nextStep} />
  return <WithLink purpose={purpose} token={token} nextStep={nextStep} />
}

function WithLink({ purpose, token, nextStep }: Props & { token: string }) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['protection-link', useId()],
    queryFn: ({ signal }) => api.call(openProtection, { body: { token } }, { signal }),
    ...openLinkOptions,
  })
  const act = useMutation({ mutationFn: () => api.call(useLink, { body: { token } }) })
  const { title, explanation, button, done, further } = protectionTexts[purpose]
  const invalid = <InvalidOutcome isInvalid why={why} action={nextStep} />
  if (act.isSuccess)
    return (
      <DoneOutcome title={done} action={nextStep}>
        {act.data.message} {further}
      </DoneOutcome>
    )
  if (isInvalidLink(act.error)) return invalid
  return (
    <OpenLink query={query} title={title} errors={accountErrors.mailedLink} invalid={invalid}>
      {({ username, subject }) => (
        <VerifyOutcome
          icon={ShieldAlert}
          tone="warn"
          title={title}
          action={
            <Button busy={act.isPending} onClick={() => act.mutate()}>
              {button}
            </Button>
          }
        >
          {act.error && <Banner tone="bad">{errorText(act.error, accountErrors.mailedLink)}</Banner>}
          The account is <Strong>{username}</Strong>. {explanation(subject)}
        </VerifyOutcome>
      )}
    </OpenLink>
  )
}

interface Texts {
  readonly title: string
  readonly explanation: (subject: string | null) => string
  readonly button: string
  readonly done: string
  /** What to do besides. */
  readonly further?: string
}

const vaultStaysLocked =
  'Your vault stays locked: it opens only with your master password, recovery key or passkey.'

const otherMails =
  'If another mail reports a passkey, app or provider that you did not add, open the link in it, too.'

/** What the page of a security mail’s link says. */
const protectionTexts: Readonly<Record<ProtectionPurpose, Texts>> = {
  'not-me': {
    title: 'Was this not you?',
    explanation: () =>
      `Every device is signed out, pending changes are stopped, and we e-mail you a link for a new password. ${vaultStaysLocked}`,
    button: 'Secure my account',
    done: 'Now set a new password',
    further: otherMails,
  },
  'remove-factor': {
    title: 'Was this not you?',
    explanation: (subject) =>
      `${subject === null ? 'What this mail is about was removed already. We' : `We remove ${subject},`} sign out every device, stop pending changes, and e-mail you a link for a new password. ${vaultStaysLocked}`,
    button: 'Secure my account',
    done: 'Now set a new password',
    further: otherMails,
  },
  'undo-email': {
    title: 'Undo the change of your e-mail address?',
    explanation: (subject) =>
      `Your account uses ${subject ?? 'its former address'} again. Every device is signed out, and we e-mail a link for a new password to that address.`,
    button: 'Undo the change',
    done: 'The change is undone',
    further: otherMails,
  },
  'stop-change': {
    title: 'Stop the change?',
    explanation: (subject) =>
      subject === 'empty-vault' ? 'Your vault stays as it is.' : 'Your second factors stay as they are.',
    button: 'Stop the change',
    done: 'The change is stopped',
  },
  'revoke-tokens': {
    title: 'Revoke all personal tokens?',
    explanation: () =>
      'Programs that use one of them, such as the command line, lose access immediately and need a new one.',
    button: 'Revoke all tokens',
    done: 'All personal tokens are revoked',
  },
}
