import type { WarningKind } from '@envhold/contract/operator/instance-health.ts'

/** Each warning in a few words, without anything that people have typed. */
const sentences: Readonly<Record<WarningKind, string>> = {
  database_fault: 'A node found a fault in the database',
  verification_failed: 'Verifying the audit logs found changes from outside',
  tampering_found: 'Rows that were changed from outside were rejected',
  disk_low: 'A disk is almost full',
  clock_uncertain: 'Nothing is deleted, because the clock may be wrong',
  clock_off: 'The clock of a node is off',
  node_missing: 'A node no longer reports',
  task_failed: 'An hourly task fails',
  revocations_pending: 'A restored backup brought back what had been revoked',
  backup_failed: 'The newest backup failed',
  backup_not_sent: 'Backups do not arrive where BACKUP_TO says',
  backup_missing: 'No new backup is known',
  backup_invalid: 'A backup is damaged',
  mail_waiting: 'The mail server accepts nothing',
  webhook_failed: 'Notifications of a payment provider could not be processed',
  operator_without_factor: 'Operators have no second factor',
  public_url_missing: 'Links lead to localhost',
  payments_in_test_mode: 'Payments are in test mode',
  brake_held: 'Projects wait for the confirmation of an operator',
  usage_behind: 'Calls with API keys are not being counted',
}

/** `An hourly task fails: sessions`. The kind may be one of another version. */
export const sentenceOf = ({
  kind,
  subject,
}: {
  readonly kind: string
  readonly subject: string | null
}): string => {
  const sentence = kind in sentences ? sentences[kind as WarningKind] : kind
  return subject === null ? sentence : `${sentence}: ${subject}`
}
