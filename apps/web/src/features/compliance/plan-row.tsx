import type { Compliance } from '@envhold/contract/compliance.ts'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dayText } from '../subscription/day-text.ts'
import { PartRow } from '../subscription/part.tsx'
import { countText } from './count-text.ts'
import { type GracePeriod, useGracePeriod } from './use-grace-period.ts'

/** Below the current plan: the grace period, or the archived projects that it left. */
export function PlanRow({ compliance }: { compliance: Compliance }) {
  const grace = useGracePeriod(compliance)
  if (grace.isActive)
    return (
      <PartRow
        title={
          <>
            Grace period until {dayText(grace.end)}
            <Badge tone={grace.isUrgent ? 'bad' : 'warn'}>{grace.text}</Badge>
          </>
        }
        action={
          <Button variant="secondary" size="sm" asChild>
            <Link to="/dashboard">{grace.excessProjects > 0 ? 'Choose what stays' : 'Open dashboard'}</Link>
          </Button>
        }
      >
        {excessText(grace)}
      </PartRow>
    )
  if (compliance.archivedProjects === 0) return null
  return (
    <PartRow
      title={countText(compliance.archivedProjects, 'archived project')}
      action={
        <Button variant="secondary" size="sm" asChild>
          <Link to="/account/archived-projects">Archived</Link>
        </Button>
      }
    >
      Upgrading brings back the projects that the end of a grace period archived.
    </PartRow>
  )
}

function excessText({ excessProjects, excessPeople, planName }: GracePeriod): string {
  const parts = [
    excessProjects > 0 && countText(excessProjects, 'project'),
    excessPeople > 0 && countText(excessPeople, 'collaborator'),
  ].filter((part) => part !== false)
  return `${parts.join(' and ')} too many for ${planName}.`
}
