import { isOver, restore, roomFor } from './excess.ts'
import { type Effect, type Evaluation, type Facts, graceMs, unchanged } from './facts.ts'

/** The phase that follows from plan and use, before any clock. */
export function enterPhase(facts: Facts, now: number): Evaluation {
  if (facts.isEntitled) return becomeEntitled(facts)
  if (facts.phase === 'grace')
    return isOver(facts)
      ? unchanged(facts)
      : { next: { ...facts, phase: 'compliant', grace: null }, effects: [{ kind: 'downgrade_completed' }] }
  if (isOver(facts) && facts.hadPaid) return startGrace(facts, now)
  return unchanged(withoutPastFinal(facts))
}

/** `final` lasts while something that it took away can still come back. */
export const withoutPastFinal = (facts: Facts): Facts =>
  facts.phase === 'final' && facts.archived.length === 0 && facts.held.length === 0
    ? { ...facts, phase: 'compliant' }
    : facts

const becomeEntitled = (facts: Facts): Evaluation => ({
  next: { ...facts, hadPaid: true, phase: 'compliant', grace: null },
  effects: facts.phase === 'grace' ? [{ kind: 'grace_cleared' }] : [],
})

const startGrace = (facts: Facts, now: number): Evaluation => ({
  next: {
    ...facts,
    phase: 'grace',
    graces: facts.graces + 1,
    grace: {
      began: now,
      end: now + graceMs,
      started: { sentAt: null, isGivenUp: false },
      reminded: [],
      reminder: null,
      keep: [],
      retainedPeople: [],
    },
  },
  effects: [{ kind: 'grace_started' }],
})

/**
 * What the end of a grace period took away comes back as far as the plan has room, the oldest first: projects only
 * with a paid plan, people with any.
 */
export function bringBack(facts: Facts): Evaluation {
  const restored = facts.isEntitled
    ? facts.archived
        .filter(({ reason }) => reason === 'grace_period_expired')
        .toSorted((left, right) => left.createdAt - right.createdAt || left.id - right.id)
        .slice(0, roomFor(facts.projects.length, facts.maxProjects))
    : []
  const withProjects = restored.reduce(restore, facts)
  const { next, released } = release(withProjects)
  if (restored.length === 0 && released.length === 0) return unchanged(facts)
  const effects: Effect[] = [
    ...restored.map(({ id }) => ({ kind: 'restore', project: id }) as const),
    ...released.map((person) => ({ kind: 'release', person }) as const),
    { kind: facts.isEntitled ? 'projects_restored' : 'people_released' },
  ]
  return { next: withoutPastFinal(next), effects }
}

/** Held people come back, the earliest first. One who shares another project already needs no room. */
function release(facts: Facts): { readonly next: Facts; readonly released: readonly string[] } {
  const counted = new Set(facts.people.map(({ email }) => email))
  const waiting = facts.held
    .filter(({ email }) => !counted.has(email))
    .toSorted((left, right) => left.since - right.since || (left.email < right.email ? -1 : 1))
    .slice(0, roomFor(facts.people.length, facts.maxCollaborators))
  const back = [...facts.held.filter(({ email }) => counted.has(email)), ...waiting]
  const known = new Map(facts.people.map((person) => [person.email, person]))
  for (const { email, since, projects } of back) {
    const before = known.get(email)
    known.set(email, {
      email,
      since: Math.min(since, before?.since ?? since),
      projects: [...new Set([...(before?.projects ?? []), ...projects])],
    })
  }
  const emails = back.map(({ email }) => email)
  const isBack = ({ email }: { readonly email: string }) => emails.includes(email)
  return {
    next: {
      ...facts,
      people: [...known.values()],
      held: facts.held.filter((person) => !isBack(person)),
      // A person who has access again has it in archived projects too, once they are restored.
      archived: facts.archived.map((project) =>
        project.held.some(isBack)
          ? {
              ...project,
              people: [...project.people, ...project.held.filter(isBack)],
              held: project.held.filter((person) => !isBack(person)),
            }
          : project,
      ),
    },
    released: emails,
  }
}
