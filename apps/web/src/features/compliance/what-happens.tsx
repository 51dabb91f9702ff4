import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { Link } from '@tanstack/react-router'
import { formatCount, formatDay } from '../../ui/text/format.ts'
import { archivedUntil } from './archived-until.ts'
import type { GracePeriod } from './use-grace-period.ts'

interface Props {
  grace: GracePeriod
  compliance: Compliance
  projects: readonly Project[]
}

/** At most this many names are said; the others are counted. */
const maxNamed = 5

function namesOf(projects: readonly Project[]): string {
  const names = projects.slice(0, maxNamed).map(({ name }) => name)
  const rest = projects.length - names.length
  const parts = rest > 0 ? [...names, `${formatCount(rest)} more`] : names
  return new Intl.ListFormat('en-US').format(parts)
}

/** What the end of the grace period changes, with dates and names. */
export function WhatHappens({ grace, compliance, projects }: Props) {
  const archived = projects.filter(({ id }) => compliance.toArchive.includes(id))
  const { end, excessPeople, days } = grace
  return (
    <p className="break-words">
      <span className="font-medium text-ink">{days === 0 ? 'Any time now:' : `On ${formatDay(end)}:`}</span>{' '}
      {archived.length > 0 && (
        <>
          {archived.length === 1 ? 'the project ' : 'the projects '}
          <span className="font-medium text-ink">{namesOf(archived)}</span>
          {archived.length === 1 ? ' is' : ' are'} archived. Upgrading brings{' '}
          {archived.length === 1 ? 'it' : 'them'} back until{' '}
          {`${formatDay(archivedUntil(end, Date.now()))}; after that, archived projects are permanently deleted.`}
        </>
      )}
      {archived.length > 0 && excessPeople > 0 && ' '}
      {excessPeople > 0 &&
        (excessPeople === 1
          ? 'The collaborator who joined last loses access.'
          : `The ${excessPeople} collaborators who joined last lose access.`)}
      {excessPeople > 0 && ' Upgrading brings access back.'}
    </p>
  )
}

/** Leads to the collaborators of the projects that have some. */
export function PeopleLinks({ projects }: { projects: readonly Project[] }) {
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
