import type { ArchivedProject, listArchivedProjects } from '@envhold/contract/archive/archive.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Tooltip } from '../../../ui/dialogs/tooltip.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { UpgradeButton } from '../archive-actions.tsx'
import { graceTime } from '../use-grace-period.ts'

interface Props {
  project: ArchivedProject
  /** Why it cannot be restored now. */
  blocked: string | undefined
  isRestoring: boolean
  onRestore: () => void
  /** Undefined while nothing can be exchanged. */
  onExchange: (() => void) | undefined
  download: ReactNode
}

export function ArchivedRow({ project, blocked, isRestoring, onRestore, onExchange, download }: Props) {
  const { name, description, archivedAt, expiresAt, daysUntilExpiry, reason } = project
  const tone = expiryTone(daysUntilExpiry)
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b px-4 py-4 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="min-w-0 font-semibold break-words">{name}</h3>
          <Badge tone={tone}>{daysText(daysUntilExpiry)}</Badge>
        </div>
        <p className={cn('break-words', description ? 'text-ink-2' : 'text-ink-3')}>
          {description || 'No description'}
        </p>
        <p className="text-small text-ink-3">
          {reason === 'grace_period_manual' ? 'Archived by you' : 'Archived at the end of the grace period'}{' '}
          <Time at={archivedAt} date /> ·{' '}
          <span className={cn(tone === 'bad' && 'font-medium text-bad')}>
            permanently deleted on {formatDay(expiresAt)}
          </span>
        </p>
        {blocked && <p className="text-small text-ink-2">{blocked}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {download}
        {blocked && onExchange && (
          <Button variant="secondary" aria-label={`Exchange ${name}`} onClick={onExchange}>
            Exchange…
          </Button>
        )}
        <Tooltip text={blocked} blocks>
          <Button variant="secondary" aria-label={`Restore ${name}`} busy={isRestoring} onClick={onRestore}>
            Restore
          </Button>
        </Tooltip>
      </div>
    </li>
  )
}

/** What the account can do about its archived projects. */
export function ArchivedBanners({ archived }: { archived: OutputOf<typeof listArchivedProjects> }) {
  const { gracePeriodStatus: grace, hiddenCount, upgradeRequired, currentPlan } = archived
  const end = archived.showGracePeriodWarning && grace.inGracePeriod ? grace.gracePeriodEnd : null
  const left = end === null ? undefined : graceTime(end, Date.now())
  if (!left && hiddenCount === 0 && !upgradeRequired) return null
  return (
    <Banner
      tone={left?.isUrgent ? 'bad' : 'warn'}
      title={
        left
          ? `Grace period: ${left.text}`
          : hiddenCount > 0
            ? `${formatCount(hiddenCount, 'project')} can only be restored by upgrading`
            : `${currentPlan} has no room for another project`
      }
      action={<UpgradeButton />}
    >
      {end && (
        <p>More projects are archived on {formatDay(end)} unless you stay within the limits of your plan.</p>
      )}
      {hiddenCount > 0 && (
        <p>
          {left && `${formatCount(hiddenCount, 'project')} can only be restored by upgrading. `}
          The end of a grace period archived {hiddenCount === 1 ? 'it' : 'them'}. Upgrading brings{' '}
          {hiddenCount === 1 ? 'it' : 'them'} back by itself.
        </p>
      )}
      {hiddenCount === 0 && upgradeRequired && <p>Upgrade to restore your archived projects.</p>}
    </Banner>
  )
}

type ExpiryTone = 'bad' | 'warn' | 'good'

const urgentDays = 3
const soonDays = 7

/** Red up to 3 days before the end, orange up to 7, green before. */
export const expiryTone = (days: number): ExpiryTone =>
  days <= urgentDays ? 'bad' : days <= soonDays ? 'warn' : 'good'

export const daysText = (days: number) =>
  days === 0 ? 'Expired' : days === 1 ? '1 day left' : `${days} days left`
