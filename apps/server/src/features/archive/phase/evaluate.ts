import { bringBack, enterPhase, withoutPastFinal } from './enter-phase.ts'
import { archive, excessOf, peopleWithout } from './excess.ts'
import {
  type ArchivedProject,
  daysLeft,
  dueReminders,
  type Effect,
  type Evaluation,
  type Facts,
  type Grace,
  graceMs,
  postponedMs,
  readiness,
  reminderAgeMs,
  reminderAt,
  reminderDays,
  unchanged,
} from './facts.ts'

export interface Allowed {
  /** Includes what takes something away: the end of a grace period, and deletion. */
  readonly destructive: boolean
  /** At most so many deletions; without a number, all that are due. */
  readonly deletions?: number
}

/**
 * What becomes of an account now. Evaluating the result at the same time changes nothing more. Every destructive step
 * needs a reminder that was sent at least 20 hours and at most 7 days before it.
 */
export function evaluate(
  facts: Facts,
  now: number,
  { destructive, deletions = Number.POSITIVE_INFINITY }: Allowed,
): Evaluation {
  if (facts.suspendedAt !== null) return unchanged(facts)
  const effects: Effect[] = []
  let next = facts
  const take = (step: Evaluation) => {
    next = step.next
    effects.push(...step.effects)
  }
  take(enterPhase(next, now))
  take(bringBack(next))
  take(awaitAnnouncement(next, now))
  take(remindGrace(next, now))
  if (destructive) {
    take(finish(next, now))
    // Archived projects make room for people whose access was paused before.
    take(bringBack(next))
  }
  take(remindArchived(next, now, destructive))
  if (destructive) take(expire(next, now, deletions))
  return { next, effects }
}

const isRecent = ({ reminder }: ArchivedProject, now: number) =>
  reminder !== null &&
  !reminder.isGivenUp &&
  reminder.queuedAt <= now &&
  now - reminder.queuedAt < reminderAgeMs

/**
 * One mail a day names every archived project that is deleted soon.
 * @param destructive one whose reminder is missing at its expiry is postponed by a day and reminded of
 */
function remindArchived(facts: Facts, now: number, destructive: boolean): Evaluation {
  if (facts.archived.some((project) => isRecent(project, now))) return unchanged(facts)
  const isDue = ({ expires, reminded, reminder }: ArchivedProject) =>
    now < expires
      ? dueReminders(reminded, daysLeft(expires, now)).length > 0
      : destructive && readiness(reminder, now) === 'unreminded'
  const remind = (project: ArchivedProject): ArchivedProject => {
    const expires = now < project.expires ? project.expires : now + postponedMs
    const passed = reminderDays.filter((day) => daysLeft(expires, now) <= day)
    return {
      ...project,
      expires,
      reminded: [...new Set([...project.reminded, ...passed])],
      reminder: reminderAt(now),
    }
  }
  const due = new Map(facts.archived.filter(isDue).map((project) => [project.id, remind(project)]))
  if (due.size === 0) return unchanged(facts)
  const days = Math.min(...[...due.values()].map(({ expires }) => daysLeft(expires, now)))
  return {
    next: { ...facts, archived: facts.archived.map((project) => due.get(project.id) ?? project) },
    effects: [{ kind: 'archive_reminder', days, projects: [...due.keys()] }],
  }
}

/** Deletes archived projects whose time is over, at most this many. */
function expire(facts: Facts, now: number, maxDeletions: number): Evaluation {
  const gone = facts.archived
    .filter(({ expires, reminder }) => expires <= now && readiness(reminder, now) === 'ready')
    .slice(0, maxDeletions)
  if (gone.length === 0) return unchanged(facts)
  const archived = facts.archived.filter((project) => !gone.includes(project))
  return {
    next: withoutPastFinal({ ...facts, archived }),
    effects: gone.map(({ id }) => ({ kind: 'delete', project: id })),
  }
}

/** Counts the 30 days from when the mail about them was sent; one that was given up is sent again. */
function awaitAnnouncement(facts: Facts, now: number): Evaluation {
  const { grace } = facts
  if (!grace) return unchanged(facts)
  const { sentAt, isGivenUp } = grace.started
  if (sentAt !== null) {
    const end = Math.max(grace.end, sentAt + graceMs)
    return unchanged(end === grace.end ? facts : { ...facts, grace: { ...grace, end } })
  }
  if (!isGivenUp) return unchanged(facts)
  const again = {
    ...grace,
    end: Math.max(grace.end, now + graceMs),
    started: { sentAt: null, isGivenUp: false },
  }
  return { next: { ...facts, grace: again }, effects: [{ kind: 'grace_announced_again' }] }
}

function remindGrace(facts: Facts, now: number): Evaluation {
  const { grace } = facts
  if (!grace || grace.started.sentAt === null || now >= grace.end) return unchanged(facts)
  const days = daysLeft(grace.end, now)
  const due = dueReminders(grace.reminded, days)
  if (due.length === 0) return unchanged(facts)
  const reminded = { ...grace, reminded: [...grace.reminded, ...due], reminder: reminderAt(now) }
  return { next: { ...facts, grace: reminded }, effects: [{ kind: 'grace_reminder', days }] }
}

/** The end of grace: the downgrade is final, or the end is postponed by a day for a reminder that is missing. */
function finish(facts: Facts, now: number): Evaluation {
  const { grace } = facts
  if (!grace || grace.started.sentAt === null || now < grace.end) return unchanged(facts)
  const ready = readiness(grace.reminder, now)
  if (ready === 'wait') return unchanged(facts)
  if (ready === 'ready') return downgrade(facts, grace, now)
  const postponed = { ...grace, end: now + postponedMs, reminded: reminderDays, reminder: reminderAt(now) }
  return { next: { ...facts, grace: postponed }, effects: [{ kind: 'grace_reminder', days: 1 }] }
}

function downgrade(facts: Facts, grace: Grace, now: number): Evaluation {
  const expires = now + graceMs
  const { projects, people } = excessOf(facts, grace)
  const archived = projects.reduce(
    (rest, project) => archive(rest, project, { reason: 'grace_period_expired', at: now, expires }),
    facts,
  )
  const emails = people.map(({ email }) => email)
  const isHeld = ({ email }: { readonly email: string }) => emails.includes(email)
  const ids = projects.map(({ id }) => id)
  return {
    next: {
      ...archived,
      phase: 'final',
      grace: null,
      people: archived.people.filter((person) => !isHeld(person)),
      held: [...archived.held, ...peopleWithout(people, ids)],
      // An owner who archived by hand in this grace period loses nothing earlier than one who did not.
      archived: archived.archived.map((project) =>
        project.reason === 'grace_period_manual' && project.at >= grace.began
          ? { ...project, expires: Math.max(project.expires, expires) }
          : project,
      ),
    },
    effects: [
      ...ids.map((project) => ({ kind: 'archive', project }) as const),
      ...emails.map((person) => ({ kind: 'hold', person }) as const),
      { kind: 'downgrade_final' },
    ],
  }
}
