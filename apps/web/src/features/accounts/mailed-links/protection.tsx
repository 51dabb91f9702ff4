import { openProtection, type ProtectionPurpose, useProtection } from '@envhold/contract/mailed-links.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { accountErrors } from '../account-errors.ts'
import { isInvalidLink } from '../verify-email/use-verification-link.ts'
import { VerifyOutcome } from '../verify-email/verify-outcome.tsx'
import { DoneOutcome, InvalidOutcome } from './link-outcome.tsx'
import { OpenLink } from './open-link.tsx'
import { openLinkOptions } from './open-link-query.ts'
import { protectionTexts } from './protection-texts.ts'

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
