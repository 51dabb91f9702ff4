import { withoutPastFinal } from './enter-phase.ts'
import { type ArchivedProject, type Evaluation, type Facts, unchanged } from './facts.ts'
import {
  daysLeft,
  dueReminders,
  postponedMs,
  readiness,
  reminderAgeMs,
  reminderAt,
  reminderDays,
} from './reminders.ts'

const isRecent = ({ reminder }: ArchivedProject, now: number) =>
  reminder !== null &&
  !reminder.isGivenUp &&
  reminder.queuedAt <= now &&
  now - reminder.queuedAt < reminderAgeMs

/**
 * One mail a day names every archived project that is deleted soon.
 * @param destructive one whose reminder is missing at its expiry is postponed by a day and reminded of
 */
export function remindArchived(facts: Facts, now: number, destructive: boolean): Evaluation {
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
export function expire(facts: Facts, now: number, most: number): Evaluation {
  const gone = facts.archived
    .filter(({ expires, reminder }) => expires <= now && readiness(reminder, now) === 'ready')
    .slice(0, most)
  if (gone.length === 0) return unchanged(facts)
  const archived = facts.archived.filter((project) => !gone.includes(project))
  return {
    next: withoutPastFinal({ ...facts, archived }),
    effects: gone.map(({ id }) => ({ kind: 'delete', project: id })),
  }
}
