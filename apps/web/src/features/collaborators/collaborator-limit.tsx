import { priceText } from '@envhold/contract/billing/plan-offers.ts'
import type { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { UpgradeLink } from '../subscription/upgrade-link.tsx'
import { limitReached } from './invitations/invite-rules.ts'

const benefitsShown = 3

const withinSentence = (words: string) => words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** Explains that the plan's limit is reached, and how to raise it. */
export function CollaboratorLimit({
  status,
}: {
  status: OutputOf<typeof readSubscriptionStatus> | undefined
}) {
  const reached = limitReached(status?.limitStatus.collaborators)
  if (!reached) return null
  const suggestion = status?.upgradeSuggestions[0]
  return (
    <Banner tone="warn" title={reached} action={<UpgradeLink />}>
      Upgrade to invite more people. Current collaborators keep their access.
      {suggestion && (
        <p>
          {suggestion.planDisplayName} costs {priceText(suggestion.price)} a month:{' '}
          {suggestion.benefits.slice(0, benefitsShown).map(withinSentence).join(', ')}.
        </p>
      )}
    </Banner>
  )
}
