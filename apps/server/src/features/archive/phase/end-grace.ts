import { archive, excessOf, peopleWithout } from './excess.ts'
import { type Evaluation, type Facts, type Grace, graceMs, unchanged } from './facts.ts'
import { daysLeft, dueReminders, postponedMs, readiness, reminderAt, reminderDays } from './reminders.ts'

/** Counts the 30 days from when the mail about them was sent; one that was given up is sent again. */
export function awaitAnnouncement(facts: Facts, now: number): Evaluation {
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

export function remindGrace(facts: Facts, now: number): Evaluation {
  const { grace } = facts
  if (!grace || grace.started.sentAt === null || now >= grace.end) return unchanged(facts)
  const days = daysLeft(grace.end, now)
  const due = dueReminders(grace.reminded, days)
  if (due.length === 0) return unchanged(facts)
  const reminded = { ...grace, reminded: [...grace.reminded, ...due], reminder: reminderAt(now) }
  return { next: { ...facts, grace: reminded }, effects: [{ kind: 'grace_reminder', days }] }
}

/** The end of grace: the downgrade is final, or the end is postponed by a day for a reminder that is missing. */
export function finish(facts: Facts, now: number): Evaluation {
  const { grace } = facts
  if (!grace || grace.started.sentAt === null || now < grace.end) return unchanged(facts)
  const ready = readiness(grace.reminder, now)
  if (ready === 'wait') return unchanged(facts)
  if (ready === 'ready') return downgrade(facts, grace, now)
  const postponed = {
    ...grace,
    end: now + postponedMs,
    reminded: reminderDays,
    reminder: reminderAt(now),
  }
  return { next: { ...facts, grace: postponed }, effects: [{ kind: 'grace_reminder', days: 1 }] }
}

function downgrade(facts: Facts, { began, keep }: Grace, now: number): Evaluation {
  const expires = now + graceMs
  const { projects, people } = excessOf(facts, keep)
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
        project.reason === 'grace_period_manual' && project.at >= began
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
