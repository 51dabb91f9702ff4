import { certificateProblem } from '@envhold/contract/certificate-problem.ts'
import {
  type InstanceWarning,
  readInstanceHealth,
  type WarningKind,
  warningRunbooks,
} from '@envhold/contract/operator/instance-health.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRead } from '../../../connection/use-read.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { PageLink } from '../parts/operator-page.tsx'
import { Panel } from '../parts/panel.tsx'
import { RunbookLink } from '../parts/runbook-link.tsx'
import { operatorPaths } from '../paths.ts'

interface WarningMessages {
  /** What happened. */
  readonly title: string
  readonly todo: string
}

const words: { readonly [Kind in WarningKind]: (warning: InstanceWarning) => WarningMessages } = {
  database_fault: ({ subject, failure }) => ({
    title: `${subject} found a fault in the database`,
    todo: `${failure ?? 'Its log says which.'} API calls may be lost until this is fixed. Make a copy of the data folder before anything else.`,
  }),
  verification_failed: ({ count }) => ({
    title: `Verifying the audit logs found ${formatCount(count ?? 0, 'problem')}`,
    todo: 'Someone changed the database from outside, or it is damaged. The job on the page Jobs says where. Verify again after you found the cause.',
  }),
  tampering_found: ({ count }) => ({
    title: `${formatCount(count ?? 0, 'call met a row', 'calls met rows')} that this server did not write`,
    todo: 'They were rejected. The audit log names the rows as security violations. Verify the audit logs: if nothing is found, this warning ends.',
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
  backup_missing: ({ since }) => ({
    title: since === null ? 'There is no backup' : 'There is no new backup',
    todo: 'Make one on the page Backups, and set BACKUP_EVERY_HOURS. If something else makes your backups, set BACKUP_WARNING_DAYS to 0.',
  }),
  backup_not_sent: () => ({
    title: 'Backups do not arrive where BACKUP_TO says',
    todo: 'See the Backups page for the reason. The server tries again every 15 minutes.',
  }),
  backup_clean_up_failed: () => ({
    title: 'Older backups are not deleted where BACKUP_TO says',
    todo: 'See the Backups page for the reason. The next backup that is sent tries again.',
  }),
  backup_invalid: ({ subject }) => ({
    title: `The backup ${subject} is damaged`,
    todo: 'Make another one now, and do not restore this one. Check the disk that it is on.',
  }),
  mail_waiting: ({ count, failure }) => ({
    title: `${formatCount(count ?? 0, 'mail waits', 'mails wait')} for the mail server${failure ? `, which fails with ${failure}` : ''}`,
    todo: `${certificateProblem(failure) ? 'Its certificate was rejected: the runbook names the causes.' : 'Check the mail server and SMTP_URL.'} Queued e-mails are retried automatically for a day.`,
  }),
  webhook_failed: ({ count, subject }) => ({
    title: `${formatCount(count ?? 0, 'notification', 'notifications')} of ${subject} could not be processed`,
    todo: 'Test the connection in Payment Settings. Notifications are tried again for a day; after that the daily comparison with the provider catches up.',
  }),
  operator_without_factor: ({ count }) => ({
    title: `${formatCount(count ?? 0, 'operator has', 'operators have')} no second factor`,
    todo: 'Ask them to add an authenticator app or a passkey under Security, or take their role away. The page Settings can require a second factor.',
  }),
  public_url_missing: () => ({
    title: 'Links lead to localhost, although other machines can connect',
    todo: 'Set PUBLIC_URL to the address that people open, and start the server again. Until then, invitations and links in e-mails open on the server’s own machine only.',
  }),
  payments_in_test_mode: () => ({
    title: 'Everyone can take a paid plan without paying',
    todo: 'Payments are in test mode, and others can reach this instance. Turn test mode off in Payment Settings.',
  }),
  brake_held: ({ count }) => ({
    title: `${formatCount(count ?? 0, 'project waits', 'projects wait')} for an operator’s confirmation`,
    todo: 'More than a quarter of all projects would be archived or deleted within a day. Find out why before you confirm the number.',
  }),
  usage_behind: () => ({
    title: 'Calls with API keys are not being counted',
    todo: 'The figures of API keys are out of date. Look for “task failed” in the log.',
  }),
}

/** What a warning says to an operator. */
const warningMessages = (warning: InstanceWarning): WarningMessages => words[warning.kind](warning)

const warningCountText = (count: number): string => formatCount(count ?? 0, 'warning', 'warnings')

const everyMs = 30_000

export const useHealth = (enabled = true) =>
  useRead(readInstanceHealth, {}, { enabled, select: ({ health }) => health, refetchInterval: everyMs })

/** What asks for an act; one calm line if nothing does. */
export function WarningList({ warnings }: { warnings: readonly InstanceWarning[] }) {
  if (warnings.length === 0)
    return (
      <Banner tone="good" title="All good">
        Nothing needs your attention.
      </Banner>
    )
  return (
    <Panel title={warningCountText(warnings.length)}>
      <ul>
        {warnings.map((warning) => (
          <Warning key={`${warning.kind} ${warning.subject}`} warning={warning} />
        ))}
      </ul>
    </Panel>
  )
}

function Warning({ warning }: { warning: InstanceWarning }) {
  const { kind, since } = warning
  const { title, todo } = warningMessages(warning)
  return (
    <li className="flex gap-3 border-t bg-warn-soft px-4 py-3">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="min-w-0 font-medium break-words">{title}</h3>
          {since && (
            <span className="text-small text-ink-2">
              since <Time at={since} />
            </span>
          )}
        </div>
        <p className="max-w-3xl text-small text-pretty text-ink-2">{todo}</p>
        <p className="text-small text-ink-2">
          Runbook: <RunbookLink path={warningRunbooks[kind]} />
        </p>
      </div>
    </li>
  )
}

/** Warns an operator who opened the page at another address than the one that links lead to. */
export const UrlWarning = ({ url }: { url: string }) => (
  <Banner tone="warn" title={`This page is open at ${window.location.origin}, but links lead to ${url}`}>
    Invitations, e-mails and logins of the command line use PUBLIC_URL. If people open the instance here, set
    PUBLIC_URL to this address and start the server again. Runbook:{' '}
    <RunbookLink path="docs/runbooks/public-url.md" />
  </Banner>
)

/** One line for the dashboard: how many warnings there are. */
export function HealthLine() {
  const { data, isError } = useHealth(useMayCall('readInstanceHealth'))
  // The line has its height while it loads, so that the figures below it stay where they are.
  if (!data && !isError) return <div className="min-h-6" />
  const count = data?.warnings.length ?? 0
  const isGood = data !== undefined && count === 0
  const Icon = isGood ? CircleCheck : TriangleAlert
  const text = isGood ? 'All good' : data ? warningCountText(count) : 'It could not be read'
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-2 text-small">
      <Icon className={isGood ? 'size-4 text-good' : 'size-4 text-warn'} aria-hidden="true" />
      <span>Instance health: {text}</span>
      <PageLink to={operatorPaths.health()} call="readInstanceHealth">
        View Health
      </PageLink>
    </p>
  )
}
