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

export const dayMs = 86_400_000
export const graceMs = 30 * dayMs
