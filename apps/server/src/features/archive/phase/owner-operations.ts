import { archive, hasRoomFor, restore } from './excess.ts'
import { type Facts, graceMs } from './facts.ts'

/** When a project that is archived by hand is deleted: no earlier than if the end of grace had archived it. */
export const expiryByOwner = ({ grace }: Pick<Facts, 'grace'>, now: number): number =>
  Math.max(now, grace?.end ?? now) + graceMs

/** The owner archives a project. */
export function archiveByOwner(facts: Facts, id: number, now: number): Facts {
  const project = facts.projects.find((project) => project.id === id)
  if (!project) return facts
  return archive(facts, project, {
    reason: 'grace_period_manual',
    at: now,
    expires: expiryByOwner(facts, now),
  })
}

/** The owner restores a project. What the end of grace archived needs a paid plan, which restores it by itself. */
export function restoreByOwner(facts: Facts, id: number): Facts {
  const project = facts.archived.find(
    (project) => project.id === id && project.reason === 'grace_period_manual',
  )
  return project && hasRoomFor(facts, project) ? restore(facts, project) : facts
}

/** Stops the account's clocks. */
export const suspend = (facts: Facts, now: number): Facts =>
  facts.suspendedAt === null ? { ...facts, suspendedAt: now } : facts

/** The clocks go on: everything ends as much later as the suspension was long. */
export function unsuspend(facts: Facts, now: number): Facts {
  const { suspendedAt, grace } = facts
  if (suspendedAt === null) return facts
  const passed = Math.max(0, now - suspendedAt)
  return {
    ...facts,
    suspendedAt: null,
    grace: grace && { ...grace, end: grace.end + passed },
    archived: facts.archived.map((project) => ({ ...project, expires: project.expires + passed })),
  }
}
