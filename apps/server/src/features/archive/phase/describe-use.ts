import { unlimited } from '@envhold/contract/billing/plans.ts'
import { type BoundNames, boundNames } from '../../../mail/wording.ts'
import { excessOf } from './excess.ts'
import type { Facts } from './facts.ts'
import type { LoadedAccount } from './load-account.ts'

const counted = (count: number, noun: string) =>
  `${count === unlimited ? 'any number of' : count} ${noun}${count === 1 ? '' : 's'}`

const both = (projects: number, people: number) =>
  `${counted(projects, 'project')} and ${counted(people, 'collaborator')}`

/** What a plan allows, in words. */
export const allowanceText = ({ maxProjects, maxCollaborators }: Facts): string =>
  both(maxProjects, maxCollaborators)

/** What an account has, in words. */
export const usageText = ({ projects, people }: Facts): string => both(projects.length, people.length)

export interface Loss {
  readonly projects: readonly string[]
  readonly moreProjects: number
  readonly people: readonly string[]
  readonly morePeople: number
}

/** The names of projects and people, as a mail shows them. */
export function lossOf(
  { live, archived }: LoadedAccount,
  projectIds: readonly number[],
  emails: readonly string[],
): Loss {
  const known = new Map([
    ...live.map(({ id, name }) => [id, name] as const),
    ...archived.map(({ project_id, name }) => [project_id, name] as const),
  ])
  const projects: BoundNames = boundNames(projectIds.map((id) => known.get(id) ?? String(id)))
  const people = boundNames(emails)
  return {
    projects: projects.names,
    moreProjects: projects.more,
    people: people.names,
    morePeople: people.more,
  }
}

/** What the end of the grace period would take away now. */
export function lossAtEnd(loaded: LoadedAccount, next: Facts): Loss {
  const { projects, people } = excessOf(next, next.grace?.keep ?? [])
  return lossOf(
    loaded,
    projects.map(({ id }) => id),
    people.map(({ email }) => email),
  )
}
