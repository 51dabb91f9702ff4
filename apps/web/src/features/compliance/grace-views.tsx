import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Api } from '../../connection/api/api.ts'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { Badge } from '../../ui/text/badge.tsx'
import { formatCount, formatDay } from '../../ui/text/format.ts'
import { PartRow } from '../subscription/part.tsx'
import { archivedQuery, restoringText } from './archive-actions.tsx'
import { GraceNotice, GracePeople } from './grace-notice.tsx'
import { type GracePeriod, isInGrace, useGracePeriod } from './use-grace-period.ts'

interface Props {
  compliance: Compliance
}

const toneOf = ({ isUrgent }: GracePeriod) => (isUrgent ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn')

/** 'Grace: 12 days', so that it says of what. */
const short = ({ text }: GracePeriod) => `Grace: ${text.replace(' left', '').toLowerCase()}`

const accessible = ({ text }: GracePeriod) => `Grace period: ${text}`

/** In the header of wide screens. */
function GraceIndicator({ compliance }: Props) {
  const grace = useGracePeriod(compliance)
  if (!grace.isActive) return null
  return (
    <Link
      to="/dashboard"
      data-grace=""
      aria-label={accessible(grace)}
      title={accessible(grace)}
      className={cn(
        'mr-1 hidden h-7 shrink-0 items-center gap-2 rounded-md px-2.5 text-small font-medium whitespace-nowrap lg:flex',
        toneOf(grace),
      )}
    >
      <Hourglass className="size-4 shrink-0" aria-hidden="true" />
      {short(grace)}
    </Link>
  )
}

const linkClass = 'rounded-sm underline underline-offset-4'

/** Below the header of narrow screens. */
function GraceStrip({ compliance }: Props) {
  const grace = useGracePeriod(compliance)
  if (!grace.isActive) return null
  return (
    <aside
      aria-label="Grace period"
      className={cn('border-b px-4 py-2 text-small font-medium sm:px-6 lg:hidden', toneOf(grace))}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-1 items-center gap-2 whitespace-nowrap">
          <Hourglass className="size-4 shrink-0" aria-hidden="true" />
          {short(grace)}
        </p>
        <Link to="/subscription" search={{ upgrade: true }} className={linkClass}>
          Upgrade
        </Link>
        <Link to="/account/archived-projects" className={linkClass}>
          Archived
        </Link>
      </div>
    </aside>
  )
}

/** Below the current plan: the grace period, or the archived projects that it left. */
function PlanRow({ compliance }: { compliance: Compliance }) {
  const grace = useGracePeriod(compliance)
  if (grace.isActive)
    return (
      <PartRow
        title={
          <>
            Grace period until {formatDay(grace.end)}
            <Badge tone={grace.isUrgent ? 'bad' : 'warn'}>{grace.text}</Badge>
          </>
        }
        action={
          <Button variant="secondary" size="sm" asChild>
            <Link to="/dashboard">{grace.excessProjects > 0 ? 'Choose what stays' : 'Choose who stays'}</Link>
          </Button>
        }
      >
        {excessText(grace)}
      </PartRow>
    )
  return compliance.archivedProjects > 0 ? <ArchivedRow count={compliance.archivedProjects} /> : null
}

function ArchivedRow({ count }: { count: number }) {
  const { data } = useQuery(archivedQuery(useApi()))
  const byUpgrade = 'Upgrade to restore the projects that were archived when the grace period ended.'
  return (
    <PartRow
      title={formatCount(count, 'archived project')}
      action={
        <Button variant="secondary" size="sm" asChild>
          <Link to="/account/archived-projects">Archived</Link>
        </Button>
      }
    >
      {data && restoringText(data, byUpgrade)}
    </PartRow>
  )
}

function excessText({ excessProjects, excessPeople, planName }: GracePeriod): string {
  const parts = [
    excessProjects > 0 && formatCount(excessProjects, 'project'),
    excessPeople > 0 && formatCount(excessPeople, 'collaborator'),
  ].filter((part) => part !== false)
  return `${parts.join(' and ')} too many for ${planName}.`
}

type Part = ComponentType<{ compliance: Compliance }>

export interface GraceViews {
  readonly Indicator: Part
  readonly Strip: Part
  readonly PlanRow: Part
  /** Above the collaborators of a project. */
  readonly People: Part
  /** Reads what they show beside the status. */
  readonly prefetch: (api: Api, queries: QueryClient, compliance: Compliance) => Promise<void>
  readonly Notice: ComponentType<{ compliance: Compliance; projects: readonly Project[] }>
}

/** Everything that pages show of a grace period, in one file that only accounts with one load. */
export const graceViews: GraceViews = {
  Indicator: GraceIndicator,
  Strip: GraceStrip,
  PlanRow,
  People: GracePeople,
  Notice: GraceNotice,
  prefetch: async (api, queries, compliance) => {
    if (!isInGrace(compliance) && compliance.archivedProjects > 0)
      await queries.prefetchQuery(archivedQuery(api))
  },
}
