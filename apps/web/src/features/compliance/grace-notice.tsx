import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatCount, formatDay } from '../../ui/text/format.ts'
import {
  ArchivedButton,
  archivedQuery,
  archivedUntil,
  restoringText,
  UpgradeButton,
} from './archive-actions.tsx'
import { RetainDialog } from './retain-dialog.tsx'
import { RetainPeopleDialog } from './retain-people-dialog.tsx'
import { type GracePeriod, isInGrace, useGracePeriod } from './use-grace-period.ts'

interface Props {
  compliance: Compliance
  /** The account's own projects. */
  projects: readonly Project[]
}

/** Above the projects: the grace period, or what it archived. */
export function GraceNotice({ compliance, projects }: Props) {
  const grace = useGracePeriod(compliance)
  if (isInGrace(compliance)) return <GraceBanner grace={grace} compliance={compliance} projects={projects} />
  return compliance.archivedProjects > 0 ? <ArchivedNotice /> : null
}

function GraceBanner({ grace, compliance, projects }: Props & { grace: GracePeriod }) {
  const [choosing, setChoosing] = useState<'projects' | 'people'>()
  const close = () => setChoosing(undefined)
  const { excessProjects, excessPeople, planName } = grace
  return (
    <Banner
      tone={grace.isUrgent ? 'bad' : 'warn'}
      title={`Grace period: ${grace.text}`}
      action={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {excessProjects > 0 && <Button onClick={() => setChoosing('projects')}>Choose what stays</Button>}
          {excessPeople > 0 && (
            <Button
              variant={excessProjects > 0 ? 'secondary' : 'primary'}
              onClick={() => setChoosing('people')}
            >
              Choose who stays
            </Button>
          )}
          <UpgradeButton />
          {excessProjects + compliance.archivedProjects > 0 && <ArchivedButton />}
        </div>
      }
    >
      <div className="grid gap-2">
        {excessProjects > 0 && (
          <p>
            {`${planName} allows ${formatCount(grace.maxProjects, 'project')}, and you have ${compliance.projectCount}: ${excessProjects} too many. `}
            Your projects are read-only. You can still read and download variables, and API keys keep working.
            As soon as you archive {excessProjects === 1 ? 'one' : excessProjects} or upgrade, you can change
            the rest again.
          </p>
        )}
        {excessPeople > 0 && (
          <p>
            {`${planName} allows ${formatCount(compliance.maxCollaborators, 'collaborator')}, and you have ${compliance.collaboratorCount}: ${excessPeople} too many. `}
            Nobody new can be invited during that time. Choose who stays, remove{' '}
            {excessPeople === 1 ? 'one' : excessPeople}, or upgrade.
            {excessProjects === 0 && <PeopleLinks projects={projects} />}
          </p>
        )}
        <WhatHappens grace={grace} compliance={compliance} projects={projects} />
      </div>
      {choosing === 'projects' && (
        <RetainDialog compliance={compliance} grace={grace} projects={projects} onClose={close} />
      )}
      {choosing === 'people' && <RetainPeopleDialog compliance={compliance} grace={grace} onClose={close} />}
    </Banner>
  )
}

const maxNamed = 5

/** Shown until nothing is archived any more. */
function ArchivedNotice() {
  const { data } = useQuery(archivedQuery(useApi()))
  if (!data || data.archivedProjects.length === 0) return null
  const { archivedProjects: archived } = data
  const isUrgent = archived.some(({ daysUntilExpiry }) => daysUntilExpiry <= 3)
  const rest = archived.length - maxNamed
  return (
    <Banner
      tone={isUrgent ? 'bad' : 'warn'}
      title={`${formatCount(archived.length, 'project')} archived`}
      action={
        <div className="flex flex-wrap items-center gap-2">
          {data.upgradeRequired && <UpgradeButton />}
          <ArchivedButton variant="secondary" />
        </div>
      }
    >
      {restoringText(data, 'Upgrading brings back the projects that the end of the grace period archived.')}{' '}
      Permanently deleted otherwise:
      <ul className="mt-1 list-disc pl-5">
        {archived.slice(0, maxNamed).map(({ id, name, expiresAt }) => (
          <li key={id} className="break-words">
            <span className="font-medium text-ink">{name}</span> on {formatDay(expiresAt)}
          </li>
        ))}
        {rest > 0 && <li>and {formatCount(rest)} more</li>}
      </ul>
    </Banner>
  )
}

interface WhatHappensProps {
  grace: GracePeriod
  compliance: Compliance
  projects: readonly Project[]
}

function listOf(all: readonly string[]): string {
  const names = all.slice(0, maxNamed)
  const rest = all.length - names.length
  const parts = rest > 0 ? [...names, `${formatCount(rest)} more`] : names
  return new Intl.ListFormat('en-US').format(parts)
}

/** What the end of the grace period changes, with dates and names. */
function WhatHappens({ grace, compliance, projects }: WhatHappensProps) {
  const archived = projects.filter(({ id }) => compliance.toArchive.includes(id))
  const { end, days } = grace
  if (archived.length + compliance.toPause.length === 0) return null
  return (
    <p className="break-words">
      <span className="font-medium text-ink">{days === 0 ? 'Any time now:' : `On ${formatDay(end)}:`}</span>{' '}
      {archived.length > 0 && (
        <>
          {archived.length === 1 ? 'the project ' : 'the projects '}
          <span className="font-medium text-ink">{listOf(archived.map(({ name }) => name))}</span>
          {archived.length === 1 ? ' is' : ' are'} archived. Upgrading brings{' '}
          {archived.length === 1 ? 'it' : 'them'} back until{' '}
          {`${formatDay(archivedUntil(end, Date.now()))}; after that, archived projects are permanently deleted.`}
        </>
      )}
      {archived.length > 0 && compliance.toPause.length > 0 && ' Then '}
      <PausedPeople people={compliance.toPause} />
    </p>
  )
}

/** Completes a sentence: who loses access at the end of the grace period. */
const PausedPeople = ({ people }: { people: readonly string[] }) =>
  people.length > 0 && (
    <>
      the access of <span className="font-medium break-words text-ink">{listOf(people)}</span> is paused.
      Upgrading brings it back.
    </>
  )

/** Above the collaborators of a project: too many share projects of the account. */
export function GracePeople({ compliance }: Pick<Props, 'compliance'>) {
  const grace = useGracePeriod(compliance)
  const [isChoosing, setIsChoosing] = useState(false)
  const { excessPeople, planName, end, days } = grace
  if (!grace.isActive || excessPeople === 0) return null
  return (
    <Banner
      tone={grace.isUrgent ? 'bad' : 'warn'}
      title={`Grace period: ${formatCount(excessPeople, 'collaborator')} too many, ${grace.text}`}
      action={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button onClick={() => setIsChoosing(true)}>Choose who stays</Button>
          <UpgradeButton />
        </div>
      }
    >
      <p className="break-words">
        {`${planName} allows ${formatCount(compliance.maxCollaborators, 'collaborator')} in all your projects, and you have ${compliance.collaboratorCount}. `}
        Nobody can be invited until that fits.{' '}
        <span className="font-medium text-ink">{days === 0 ? 'Any time now:' : `On ${formatDay(end)}:`}</span>{' '}
        <PausedPeople people={compliance.toPause} />
      </p>
      {isChoosing && (
        <RetainPeopleDialog compliance={compliance} grace={grace} onClose={() => setIsChoosing(false)} />
      )}
    </Banner>
  )
}

/** Leads to the collaborators of the projects that have some. */
function PeopleLinks({ projects }: { projects: readonly Project[] }) {
  const shared = projects.filter(({ collaborator_count }) => collaborator_count > 0).slice(0, maxNamed)
  if (shared.length === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
      {shared.map(({ id, name, collaborator_count }) => (
        <Link
          key={id}
          to="/project/$id"
          params={{ id: String(id) }}
          search={{ tab: 'collaborators' }}
          className="rounded-sm text-accent underline-offset-4 hover:underline"
        >
          {name}: {formatCount(collaborator_count, 'collaborator')}
        </Link>
      ))}
    </span>
  )
}
