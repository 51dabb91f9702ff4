import type { listArchivedProjects } from '@envhold/contract/archive.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import { UpgradeButton } from '../grace-links.tsx'

/** What the account can do about its archived projects. */
export function ArchivedBanners({ archived }: { archived: OutputOf<typeof listArchivedProjects> }) {
  const { gracePeriodStatus: grace, hiddenCount, upgradeRequired, currentPlan } = archived
  const isWarned = archived.showGracePeriodWarning && grace.inGracePeriod && grace.gracePeriodEnd
  if (!isWarned && hiddenCount === 0 && !upgradeRequired) return null
  return (
    <Banner
      tone={isWarned && grace.daysRemaining <= 3 ? 'bad' : 'warn'}
      title={
        isWarned
          ? `Grace period: ${grace.daysRemaining === 0 ? 'Expired' : `${formatCount(grace.daysRemaining, 'day')} left`}`
          : hiddenCount > 0
            ? `${formatCount(hiddenCount, 'project')} can only be restored by upgrading`
            : `${currentPlan} has no free place`
      }
      action={<UpgradeButton />}
    >
      {isWarned && grace.gracePeriodEnd && (
        <p>
          More projects are archived on {formatDay(grace.gracePeriodEnd)} unless you stay within the limits of
          your plan.
        </p>
      )}
      {hiddenCount > 0 && (
        <p>
          {isWarned && `${formatCount(hiddenCount, 'project')} can only be restored by upgrading. `}
          The end of a grace period archived {hiddenCount === 1 ? 'it' : 'them'}. Upgrading brings{' '}
          {hiddenCount === 1 ? 'it' : 'them'} back by itself.
        </p>
      )}
      {hiddenCount === 0 && upgradeRequired && <p>Upgrade to restore your archived projects.</p>}
    </Banner>
  )
}
