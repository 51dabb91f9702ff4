import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../audit-log/tx.ts'
import { type AccountPhase, saveAccountPhase } from '../../plans/account-phase-store.ts'
import { changeArchived } from '../archived-project-store.ts'
import type { Evaluation, Facts } from './facts.ts'
import type { LoadedAccount } from './load-account.ts'

/** The ids of the mails that a change queued. */
export interface QueuedMails {
  readonly started?: number
  readonly reminder?: number
  readonly archiveReminder?: number
}

const rowOf = (phase: AccountPhase, { grace, ...next }: Facts, mails: QueuedMails): AccountPhase => ({
  ...phase,
  phase: next.phase,
  had_paid: next.hadPaid ? 1 : 0,
  graces: next.graces,
  grace_began: grace?.began ?? null,
  grace_end: grace?.end ?? null,
  started_mail: grace ? (mails.started ?? phase.started_mail) : null,
  started_sent_at: grace?.started.sentAt ?? null,
  reminded: JSON.stringify(grace?.reminded ?? []),
  reminder_mail: grace?.reminder ? (mails.reminder ?? phase.reminder_mail) : null,
  reminded_at: grace?.reminder?.queuedAt ?? null,
  keep: JSON.stringify(grace?.keep ?? []),
})

/** Whether an evaluation changes anything about an account. */
export const isChanged = ({ phase }: LoadedAccount, { next, effects }: Evaluation): boolean =>
  effects.length > 0 || !isDeepStrictEqual(rowOf(phase, next, {}), phase)

/** Writes what changed about an account and its archived projects. */
export async function saveAccount(
  tx: Tx,
  { phase, archived }: LoadedAccount,
  next: Facts,
  mails: QueuedMails = {},
): Promise<void> {
  const row = rowOf(phase, next, mails)
  if (!isDeepStrictEqual(row, phase)) await saveAccountPhase(tx, row)
  const rows = new Map(archived.map((one) => [one.project_id, one]))
  for (const { id, expires, reminded, reminder } of next.archived) {
    const before = rows.get(id)
    // A project that is archived now is written already.
    if (!before) continue
    const isReminded = reminder !== null && reminder.queuedAt !== before.reminded_at
    if (expires === before.expires_at && !isReminded) continue
    await changeArchived(tx, before, {
      expires_at: expires,
      reminded: JSON.stringify(reminded),
      reminded_at: reminder?.queuedAt ?? null,
      reminder_mail: isReminded ? (mails.archiveReminder ?? null) : before.reminder_mail,
    })
  }
}
