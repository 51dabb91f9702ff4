import {
  openProtection,
  type ProtectionPurpose,
  useProtection,
} from '@envhold/contract/accounts/mailed-links.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { accountErrors } from '../account-errors.ts'
import { isInvalidLink } from '../verify-email/use-verification-link.ts'
import { VerifyOutcome } from '../verify-email/verify-outcome.tsx'
import { DoneOutcome, InvalidOutcome, OpenLink, openLinkOptions } from './open-link.tsx'

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
    queryKey: ['protection-link', purpose],
    queryFn: ({ signal }) => api.call(openProtection, { body: { token } }, { signal }),
    ...openLinkOptions,
  })
  const act = useMutation({ mutationFn: () => api.call(useLink, { body: { token } }) })
  const { title, explanation, button, done } = protectionTexts[purpose]
  const invalid = <InvalidOutcome isInvalid why={why} action={nextStep} />
  if (act.isSuccess)
    return (
      <DoneOutcome title={done} action={nextStep}>
        {act.data.message}
      </DoneOutcome>
    )
  if (isInvalidLink(act.error)) return invalid
  return (
    <OpenLink query={query} title={title} invalid={invalid}>
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
          The account is <span className="font-medium wrap-anywhere text-ink">{username}</span>.{' '}
          {explanation(subject)}
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
}

/** What the page of a security mail’s link says. */
const protectionTexts: Readonly<Record<ProtectionPurpose, Texts>> = {
  'not-me': {
    title: 'Was this not you?',
    explanation: () =>
      'Every device is signed out, pending changes are stopped, and we mail you a link for a new password. Your vault stays locked: it opens only with your master password, recovery key or passkey.',
    button: 'Secure my account',
    done: 'Your account is secured',
  },
  'undo-email': {
    title: 'Undo the change of your e-mail address?',
    explanation: (subject) =>
      `Your account uses ${subject ?? 'its former address'} again. Every device is signed out, and we mail a link for a new password to that address.`,
    button: 'Undo the change',
    done: 'The change is undone',
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
      'Programs that use one of them, such as the command line, lose access at once and need a new one.',
    button: 'Revoke all tokens',
    done: 'All personal tokens are revoked',
  },
}
