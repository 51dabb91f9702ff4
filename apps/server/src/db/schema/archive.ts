import type { ArchiveReason } from '@envhold/contract/archive/archive.ts'
import { bigint, bytes, integer, text } from './column.ts'
import { table } from './table.ts'

/** Where an account is between a lapsed plan and the deletion of what was archived for it; no row: nowhere. */
export const accountPhases = table(
  'account_phases',
  {
    user_id: bigint.primary().references('users'),
    phase: text.of<'compliant' | 'grace' | 'final'>().signed(),
    /** The account was entitled to a paid plan, or an operator lowered a limit below its use. */
    had_paid: integer.signed(),
    /** How many grace periods there were. */
    graces: integer.signed(),
    grace_began: bigint.optional().signed(),
    grace_end: bigint.optional().signed(),
    /** The mail that reported the beginning of the grace period. */
    started_mail: bigint.optional().signed(),
    /** When it was sent, as soon as that is known: receipts are deleted in time. */
    started_sent_at: bigint.optional().signed(),
    /** The reminders of this grace period, in days left: a JSON array. */
    reminded: text.signed(),
    /** The mail of the last of them, and when it was queued. */
    reminder_mail: bigint.optional().signed(),
    reminded_at: bigint.optional().signed(),
    /** The ids of the projects that the owner wants to keep: a JSON array. */
    keep: text.signed(),
    /** The account's clocks stand still since then. */
    suspended_at: bigint.optional().signed(),
    mac: bytes,
  },
  { indexes: { account_phases_phase: ['phase', 'grace_end'] } },
)

export const archivedProjects = table(
  'archived_projects',
  {
    project_id: bigint.primary().references('projects'),
    owner_id: bigint.references('users').signed(),
    reason: text.of<ArchiveReason>().signed(),
    archived_at: bigint.signed(),
    expires_at: bigint.signed(),
    reminded: text.signed(),
    reminder_mail: bigint.optional().signed(),
    reminded_at: bigint.optional().signed(),
    /** 128 random bits, in hexadecimal. */
    restore_token: text.unique().signed(),
    mac: bytes,
  },
  { indexes: { archived_projects_owner: ['owner_id'], archived_projects_end: ['expires_at'] } },
)

/** A mail that was sent, for those who act only after it was. */
const mailReceipts = table('mail_receipts', {
  mail_id: bigint.primary(),
  sent_at: bigint,
})

export const archiveTables = [accountPhases, archivedProjects, mailReceipts] as const
