import { priceText } from '@envhold/contract/billing/plan-offers.ts'
import type { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { readProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { useRead } from '../../connection/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { collaboratorUse, NearLimit } from '../subscription/limit-use.tsx'
import { UpgradeLink } from '../subscription/subscription-status.tsx'
import { limitReached } from './invitations/invite-rules.ts'

const benefitsShown = 3

const withinSentence = (words: string) => words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** Explains that the plan's limit is near or reached, and how to raise it. */
export function CollaboratorLimit({
  status,
}: {
  status: OutputOf<typeof readSubscriptionStatus> | undefined
}) {
  if (!status) return null
  const { collaborators } = status.limitStatus
  const suggestion = status.upgradeSuggestions[0]
  const reached = limitReached(collaborators)
  if (!reached)
    return collaborators.nearLimit ? (
      <NearLimit limits={[collaboratorUse(collaborators)]} suggestion={suggestion} />
    ) : null
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

/** Tells a collaborator who joined without the mailed link why nothing can be read yet, and who can help. */
export function KeysPendingNotice({ project }: { project: Project }) {
  if (!project.keys_pending) return null
  return (
    <Banner tone="warn" title={`${project.owner_username} has to unlock the vault once before you can read`}>
      You joined without the mailed link, so you have no keys yet. You get them automatically the next time{' '}
      {project.owner_username} unlocks the vault. You do not have to do anything.
    </Banner>
  )
}

interface Props {
  count: number
  /** Completes `the 2 environments …`. */
  which: string
}

/** States when revoked environments get new keys: now, or once a vault is unlocked. */
export function RekeyNote({ count, which }: Props) {
  const { unlockPrompt } = useConnection()
  const open = useVaultOpen()
  const get =
    count === 1
      ? `the environment ${which} gets a new key`
      : `the ${count} environments ${which} get new keys`
  if (open) return <p>Your vault is open: {get} at once.</p>
  return (
    <p>
      Your vault is locked: {get} at the next unlocked change.{' '}
      <Button variant="link" onClick={() => void unlockPrompt.ask().catch(notifyError)}>
        Unlock to do it now
      </Button>
    </p>
  )
}

/** Describes re-keys that are pending because access was revoked without an open vault. */
export const pendingRekeyText = (count: number): string | undefined =>
  count === 0
    ? undefined
    : `${formatCount(count, 'environment')} ${count === 1 ? 'gets a new key' : 'get new keys'} at the next unlocked change.`

/** Says that the offer to become the owner ends with the access of this person. */
export function OpenOfferNote({ project, userId }: { project: Project; userId: number }) {
  const { data } = useRead(readProjectTransfer, { params: { id: project.id } })
  if (data?.transfer?.to.user_id !== userId) return null
  return <p>The offer to become the owner of this project ends, too.</p>
}
