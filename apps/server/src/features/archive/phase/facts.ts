/**
 * What decides about an account whose plan has lapsed, and what may happen to it. Times are milliseconds since 1970.
 * The rules are in `evaluate.ts`; nothing here reads a clock or a database.
 */
import type { ArchiveReason } from '@envhold/contract/archive/archive.ts'
import type { Mailed } from '../../../mail/mail-queue-store.ts'

/** `grace`: over the free plan, with time left. `final`: what was over it is archived. */
export type Phase = 'compliant' | 'grace' | 'final'

export interface Reminder extends Mailed {
  readonly queuedAt: number
}

export interface Grace {
  readonly began: number
  readonly end: number
  /** The mail that announced it. Its time is counted from when that was sent. */
  readonly started: Mailed
  /** Reminders that were queued or have become pointless, in days left: 7, 3, 1. */
  readonly reminded: readonly number[]
  /** The last of them; null: there was none. */
  readonly reminder: Reminder | null
  /** Projects that the owner wants to stay. */
  readonly keep: readonly number[]
  /** The canonical e-mail addresses of the people whom the owner wants to stay. */
  readonly retainedPeople: readonly string[]
}

/** A person with whom the account shares projects, invited or accepted. */
export interface Person {
  readonly email: string
  readonly since: number
}

export interface SharedPerson extends Person {
  /** The live projects. */
  readonly projects: readonly number[]
}

export interface LiveProject {
  readonly id: number
  readonly createdAt: number
}

export interface ArchivedProject extends LiveProject {
  readonly reason: ArchiveReason
  readonly at: number
  readonly expires: number
  readonly reminded: readonly number[]
  readonly reminder: Reminder | null
  /** Who shares it, and would count again if it were restored. */
  readonly people: readonly Person[]
  /** Who shares it, with access paused. */
  readonly held: readonly Person[]
}

export interface Facts {
  /** The account pays for its plan, or needs none. */
  readonly isEntitled: boolean
  /** Of its plan; −1 is no limit. */
  readonly maxProjects: number
  readonly maxCollaborators: number
  /** The account was entitled before. One that never was does not get a grace period. */
  readonly hadPaid: boolean
  /** Since when the account is suspended: its clocks are stopped. */
  readonly suspendedAt: number | null
  readonly projects: readonly LiveProject[]
  readonly people: readonly SharedPerson[]
  readonly phase: Phase
  /** How many grace periods the account has had. */
  readonly graces: number
  readonly grace: Grace | null
  readonly archived: readonly ArchivedProject[]
  /** Whose access to live projects is paused. */
  readonly held: readonly SharedPerson[]
}

/** What follows from a change, in the order in which it is done. */
export type Effect =
  | {
      readonly kind:
        | 'grace_started'
        /** The mail about its start was given up, and is sent again. */
        | 'grace_announced_again'
        | 'grace_cleared'
        | 'downgrade_completed'
        | 'downgrade_final'
        | 'projects_restored'
        | 'people_released'
    }
  | { readonly kind: 'grace_reminder'; readonly days: number }
  | { readonly kind: 'archive_reminder'; readonly days: number; readonly projects: readonly number[] }
  | { readonly kind: 'archive' | 'restore' | 'delete'; readonly project: number }
  | { readonly kind: 'hold' | 'release'; readonly person: string }

export interface Evaluation {
  readonly next: Facts
  readonly effects: readonly Effect[]
}

export const unchanged = (next: Facts): Evaluation => ({ next, effects: [] })

const dayMs = 86_400_000
export const graceMs = 30 * dayMs

export const reminderDays = [7, 3, 1] as const
/** Nothing is archived or deleted earlier than this after its last reminder was sent. */
export const reminderAgeMs = 20 * 3_600_000
/** An older reminder counts as forgotten: the server was off, or the step was held up. */
const reminderLifeMs = 7 * dayMs
/** For a reminder that is missing. */
export const postponedMs = dayMs

/** The days left, as shown: rounded up. */
export const daysLeft = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / dayMs))

/** The reminders that are due; several that were missed are one, which says the days that are left. */
export const dueReminders = (reminded: readonly number[], days: number): number[] =>
  reminderDays.filter((day) => days <= day && !reminded.includes(day))

/** A reminder that is queued now. */
export const reminderAt = (now: number): Reminder => ({ queuedAt: now, sentAt: null, isGivenUp: false })

/**
 * Whether a destructive step may follow now, has to wait because its reminder is too young, or needs another one. The
 * date in a reminder that is still queued at its deadline is over, so another one replaces it.
 */
export function readiness(reminder: Reminder | null, now: number): 'ready' | 'wait' | 'unreminded' {
  if (!reminder || reminder.sentAt === null) return 'unreminded'
  const age = now - reminder.sentAt
  // A reminder from the future was sent under a wrong clock.
  if (age < 0 || age > reminderLifeMs) return 'unreminded'
  return age >= reminderAgeMs ? 'ready' : 'wait'
}
