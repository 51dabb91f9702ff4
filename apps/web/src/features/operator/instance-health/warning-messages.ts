import { certificateProblem } from '@envhold/contract/certificate-problem.ts'
import type { InstanceWarning, WarningKind } from '@envhold/contract/operator/instance-health.ts'
import { formatCount } from '../../../ui/text/format.ts'

interface WarningMessages {
  /** What happened. */
  readonly title: string
  readonly todo: string
}

const counted = (count: number | null, one: string, many: string) => formatCount(count ?? 0, one, many)

const words: { readonly [Kind in WarningKind]: (warning: InstanceWarning) => WarningMessages } = {
  database_fault: ({ subject, failure }) => ({
    title: `${subject} found a fault in the database`,
    todo: `${failure ?? 'Its log says which.'} API calls may be lost until this is fixed. Make a copy of the data folder before anything else.`,
  }),
  disk_low: ({ subject }) => ({
    title: `The disk of ${subject} is almost full`,
    todo: 'Free some space or enlarge the disk. Once it is full, the server answers no call until there is space again.',
  }),
  clock_uncertain: () => ({
    title: 'Nothing is deleted, because the clock may be wrong',
    todo: 'Check the time of the server and of the database. If it is right, wait: deleting continues after a day.',
  }),
  clock_off: ({ subject }) => ({
    title: `The clock of ${subject} is off by more than two seconds`,
    todo: 'Run NTP on that machine. Its log has wrong times until then.',
  }),
  node_missing: ({ subject }) => ({
    title: `Node ${subject} is gone`,
    todo: 'It stopped unexpectedly or cannot reach the database. Restart it. If it was replaced, ignore this: it leaves the list a day after it was last seen.',
  }),
  task_failed: ({ subject, failure }) => ({
    title: `The hourly task ${subject} fails with ${failure}`,
    todo: 'Look for “task failed” in the log. The task is tried again every five minutes.',
  }),
  revocations_pending: () => ({
    title: 'A restored backup brought back what had been revoked',
    todo: 'The page Backups lists it, and revokes all of it again.',
  }),
  backup_failed: () => ({
    title: 'The newest backup failed',
    todo: 'See the Backups page for the reason, then make a new backup.',
  }),
  backup_invalid: ({ subject }) => ({
    title: `The backup ${subject} is damaged`,
    todo: 'Make another one now, and do not restore this one. Check the disk that it is on.',
  }),
  mail_waiting: ({ count, failure }) => ({
    title: `${counted(count, 'mail waits', 'mails wait')} for the mail server${failure ? `, which fails with ${failure}` : ''}`,
    todo: `${certificateProblem(failure) ? 'Its certificate was rejected: the runbook names the causes.' : 'Check the mail server and SMTP_URL.'} Queued e-mails are retried automatically for a day.`,
  }),
  webhook_failed: ({ count, subject }) => ({
    title: `${counted(count, 'notification', 'notifications')} of ${subject} could not be processed`,
    todo: 'Test the connection in Payment Settings. Notifications are tried again for a day; after that the daily comparison with the provider catches up.',
  }),
  public_url_missing: () => ({
    title: 'Links lead to localhost, although other machines can connect',
    todo: 'Set PUBLIC_URL to the address that people open, and start the server again. Until then, invitations and links in mails open on the server’s own machine only.',
  }),
  payments_in_test_mode: () => ({
    title: 'Everyone can take a paid plan without paying',
    todo: 'Payments are in test mode, and others can reach this instance. Turn test mode off in Payment Settings.',
  }),
  brake_held: ({ count }) => ({
    title: `${counted(count, 'project waits', 'projects wait')} for an operator’s confirmation`,
    todo: 'More than a quarter of all projects would be archived or deleted within a day. Find out why before you confirm the number.',
  }),
  usage_behind: () => ({
    title: 'Calls with API keys are not being counted',
    todo: 'The figures of API keys are out of date. Look for “task failed” in the log.',
  }),
}

/** What a warning says to an operator. */
export const warningMessages = (warning: InstanceWarning): WarningMessages => words[warning.kind](warning)

export const warningCountText = (count: number): string => counted(count, 'warning', 'warnings')
