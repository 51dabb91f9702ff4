import type { ArchiveReason } from '@envhold/contract/archive.ts'

/** Where an account is between a lapsed plan and the deletion of what was archived for it; no row: nowhere. */
export interface AccountPhasesTable {
  user_id: number
  phase: 'compliant' | 'grace' | 'final'
  /** The account was entitled to a paid plan, or an operator lowered a limit below its use. */
  had_paid: number
  /** How many grace periods there were. */
  graces: number
  grace_began: number | null
  grace_end: number | null
  /** The mail that reported the beginning of the grace period. */
  started_mail: number | null
  /** When it was sent, as soon as that is known: receipts are deleted in time. */
  started_sent_at: number | null
  /** The reminders of this grace period, in days left: a JSON array. */
  reminded: string
  /** The mail of the last of them, and when it was queued. */
  reminder_mail: number | null
  reminded_at: number | null
  /** The ids of the projects that the owner wants to keep: a JSON array. */
  keep: string
  /** The account's clocks stand still since then. */
  suspended_at: number | null
  mac: Uint8Array
}

export interface ArchivedProjectsTable {
  project_id: number
  owner_id: number
  reason: ArchiveReason
  archived_at: number
  expires_at: number
  reminded: string
  reminder_mail: number | null
  reminded_at: number | null
  /** 128 random bits, in hexadecimal. */
  restore_token: string
  mac: Uint8Array
}

/** A mail that was sent, for those who act only after it was. */
export interface MailReceiptsTable {
  mail_id: number
  sent_at: number
}
