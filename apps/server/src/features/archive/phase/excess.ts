import { unlimited } from '@envhold/contract/billing/plans.ts'
import type { ArchivedProject, Facts, Grace, LiveProject, Person, SharedPerson } from './facts.ts'

export const beyond = (count: number, max: number) => (max === unlimited ? 0 : Math.max(0, count - max))

/** How many more the plan allows. */
export const roomFor = (count: number, max: number): number =>
  max === unlimited ? Number.POSITIVE_INFINITY : Math.max(0, max - count)

export const isOverProjects = ({ projects, maxProjects }: Pick<Facts, 'projects' | 'maxProjects'>): boolean =>
  beyond(projects.length, maxProjects) > 0

export const isOver = (facts: Facts): boolean =>
  isOverProjects(facts) || beyond(facts.people.length, facts.maxCollaborators) > 0

/** Who still shares a project when these are archived. */
export const peopleWithout = (people: readonly SharedPerson[], archived: readonly number[]): SharedPerson[] =>
  people
    .map((person) => ({ ...person, projects: person.projects.filter((id) => !archived.includes(id)) }))
    .filter(({ projects }) => projects.length > 0)

/** Who shares projects once these people share one more. */
export function peopleWith(
  people: readonly SharedPerson[],
  added: readonly Person[],
  project: number,
): SharedPerson[] {
  const known = new Map(people.map((person) => [person.email, person]))
  for (const { email, since } of added) {
    const before = known.get(email)
    known.set(email, {
      email,
      since: Math.min(since, before?.since ?? since),
      projects: [...new Set([...(before?.projects ?? []), project])],
    })
  }
  return [...known.values()]
}

export interface Excess {
  readonly projects: readonly LiveProject[]
  readonly people: readonly SharedPerson[]
}

/** What the owner chose to stay. */
export type Retained = Pick<Grace, 'keep' | 'retainedPeople'>

/**
 * What the end of grace archives and whose access it pauses: the newest projects that the owner did not choose to keep,
 * then, of the people who share what is left, the latest whom the owner did not choose to keep.
 */
export function excessOf(
  facts: Pick<Facts, 'projects' | 'people' | 'maxProjects' | 'maxCollaborators'>,
  { keep, retainedPeople }: Retained = { keep: [], retainedPeople: [] },
): Excess {
  const projects = facts.projects
    .toSorted(
      (left, right) =>
        Number(keep.includes(left.id)) - Number(keep.includes(right.id)) ||
        right.createdAt - left.createdAt ||
        right.id - left.id,
    )
    .slice(0, beyond(facts.projects.length, facts.maxProjects))
  const staying = peopleWithout(
    facts.people,
    projects.map(({ id }) => id),
  )
  const people = staying
    .toSorted(
      (left, right) =>
        Number(retainedPeople.includes(left.email)) - Number(retainedPeople.includes(right.email)) ||
        right.since - left.since ||
        (left.email < right.email ? 1 : -1),
    )
    .slice(0, beyond(staying.length, facts.maxCollaborators))
  return { projects, people }
}

/** Whether the plan has room for an archived project and those who share it. */
export function hasRoomFor(facts: Facts, { id, people }: ArchivedProject): boolean {
  const { projects, maxProjects, maxCollaborators } = facts
  return (
    roomFor(projects.length, maxProjects) > 0 &&
    beyond(peopleWith(facts.people, people, id).length, maxCollaborators) === 0
  )
}

export const archive = (
  facts: Facts,
  { id, createdAt }: LiveProject,
  how: Pick<ArchivedProject, 'reason' | 'at' | 'expires'>,
): Facts => {
  const isIn = ({ projects }: SharedPerson) => projects.includes(id)
  const persons = (people: readonly SharedPerson[]) =>
    people.filter(isIn).map(({ email, since }) => ({ email, since }))
  return {
    ...facts,
    projects: facts.projects.filter((project) => project.id !== id),
    people: peopleWithout(facts.people, [id]),
    held: peopleWithout(facts.held, [id]),
    archived: [
      ...facts.archived,
      {
        id,
        createdAt,
        ...how,
        reminded: [],
        reminder: null,
        people: persons(facts.people),
        held: persons(facts.held),
      },
    ],
  }
}

export const restore = (facts: Facts, { id, createdAt, people, held }: ArchivedProject): Facts => ({
  ...facts,
  projects: [...facts.projects, { id, createdAt }],
  people: peopleWith(facts.people, people, id),
  held: peopleWith(facts.held, held, id),
  archived: facts.archived.filter((project) => project.id !== id),
})

/** Whether only a paid plan brings an archived project back. */
export const needsUpgrade = (
  { isEntitled }: Pick<Facts, 'isEntitled'>,
  { reason }: Pick<ArchivedProject, 'reason'>,
): boolean => reason === 'grace_period_expired' && !isEntitled
