import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../connection/use-api.ts'
import { Banner } from '../../ui/banner.tsx'
import { dayText } from '../subscription/day-text.ts'
import { archivedQuery } from './archive/archived-query.ts'
import { countText } from './count-text.ts'
import { ArchivedButton, UpgradeButton } from './grace-links.tsx'

const maxNamed = 5

/** Shown until nothing is archived any more. */
export function ArchivedNotice() {
  const { data } = useQuery(archivedQuery(useApi()))
  if (!data || data.archivedProjects.length === 0) return null
  const { archivedProjects: archived } = data
  const isUrgent = archived.some(({ daysUntilExpiry }) => daysUntilExpiry <= 3)
  const rest = archived.length - maxNamed
  return (
    <Banner
      tone={isUrgent ? 'bad' : 'warn'}
      title={`${countText(archived.length, 'project')} archived`}
      action={
        <div className="flex flex-wrap items-center gap-2">
          {data.upgradeRequired && <UpgradeButton />}
          <ArchivedButton variant="secondary" />
        </div>
      }
    >
      {data.hiddenCount > 0
        ? 'Upgrading brings back the projects that the end of the grace period archived. '
        : `You can restore ${archived.length === 1 ? 'it' : 'them'} while your plan has a free place. `}
      Permanently deleted otherwise:
      <ul className="mt-1 list-disc pl-5">
        {archived.slice(0, maxNamed).map(({ id, name, expiresAt }) => (
          <li key={id} className="break-words">
            <span className="font-medium text-ink">{name}</span> on {dayText(expiresAt)}
          </li>
        ))}
        {rest > 0 && <li>and {rest.toLocaleString('en-US')} more</li>}
      </ul>
    </Banner>
  )
}
