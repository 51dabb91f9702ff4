import { warningKinds } from '@envhold/contract/operator/instance-health.ts'
import { version } from '../config/version.ts'
import type { Context } from '../context.ts'
import { checkInstanceHealth } from '../features/operator/instance-health/check-instance-health.ts'
import type { Measure, Sample } from '../http/served/metrics.ts'
import type { Readiness } from '../http/served/readiness.ts'
import { shareRun } from '../http/served/share-run.ts'
import type { createProcessState } from './process-state.ts'

type Health = Awaited<ReturnType<typeof checkInstanceHealth>>

interface Measured {
  readonly state: Pick<ReturnType<typeof createProcessState>, 'limiter' | 'unlocked'>
  readonly readiness: Readiness
}

/** A scrape reads the health once. */
const freshMs = 1_000

/** What `/api/metrics` has besides HTTP and Node: counts of this process, and what the page Health shows. */
export function measuresOf(ctx: Context, { state, readiness }: Measured): readonly Measure[] {
  const { limiter, unlocked } = state
  const { counts } = ctx.mail
  // While the database does not answer, its health is unknown, and the other numbers matter most.
  const readHealth = shareRun(freshMs, () => checkInstanceHealth(ctx, limiter).catch(() => undefined))
  const load = (kind: string, value: number): Sample => ({ labels: { state: kind }, value })
  return [
    {
      name: 'envhold_ready',
      help: 'Whether this node accepts calls, as GET /api/health/ready says.',
      read: async () => ((await readiness.findFailures()).length === 0 ? 1 : 0),
    },
    {
      name: 'envhold_build_info',
      help: 'Always 1.',
      labels: ['version', 'engine'],
      read: () => [{ labels: { version, engine: ctx.engine }, value: 1 }],
    },
    {
      name: 'envhold_mails_sent_total',
      help: 'E-mails that this node sent.',
      type: 'counter',
      read: () => counts.sent,
    },
    {
      name: 'envhold_mails_failed_total',
      help: 'Attempts of this node to send an e-mail that failed.',
      type: 'counter',
      read: () => counts.failed,
    },
    {
      name: 'envhold_unlocked_vaults',
      help: 'Sessions whose vault this node has open.',
      read: () => unlocked.size,
    },
    {
      name: 'envhold_argon2_runs',
      help: 'Computations of password hashes.',
      labels: ['state'],
      read: () => {
        const { running, waiting } = limiter.load()
        return [load('running', running), load('waiting', waiting)]
      },
    },
    {
      name: 'envhold_database_connections',
      help: 'Connections to PostgreSQL, and work that waits for one.',
      labels: ['state'],
      read: () => {
        const pool = ctx.poolLoad?.()
        return pool && [load('busy', pool.busy), load('idle', pool.idle), load('waiting', pool.waiting)]
      },
    },
    ...measuresOfHealth(readHealth),
  ]
}

const secondsOf = (time: string | null) => (time === null ? undefined : Date.parse(time) / 1_000)

type OfHealth = (
  name: string,
  help: string,
  value: (health: Health) => number | undefined | readonly Sample[],
  labels?: readonly string[],
) => Measure

/** What all nodes share, or report in the database: each node tells the same. */
function measuresOfHealth(read: () => Promise<Health | undefined>): Measure[] {
  const measure: OfHealth = (name, help, value, labels = []) => ({
    name,
    help,
    labels,
    read: async () => {
      const health = await read()
      return health && value(health)
    },
  })
  return [...measuresOfQueues(measure), ...measuresOfDisks(measure), ...measuresOfTasks(measure)]
}

const measuresOfQueues = (measure: OfHealth): Measure[] => [
  measure(
    'envhold_warnings',
    'What the page Health asks operators to act on, by kind.',
    ({ warnings }) =>
      warningKinds.map((kind) => ({
        labels: { kind },
        value: warnings.filter((warning) => warning.kind === kind).length,
      })),
    ['kind'],
  ),
  measure('envhold_mails_waiting', 'E-mails that wait to be sent, up to 10,000.', ({ mail }) => mail.waiting),
  measure('envhold_mails_oldest_timestamp_seconds', 'Since when the oldest of them waits.', ({ mail }) =>
    secondsOf(mail.oldest_at),
  ),
  measure(
    'envhold_webhooks_waiting',
    'Notifications of payment providers that wait, up to 10,000.',
    ({ webhooks }) => webhooks.waiting,
  ),
  measure(
    'envhold_usage_uncounted_timestamp_seconds',
    'Since when the oldest call waits that was answered and is not counted yet.',
    ({ usage }) => secondsOf(usage.oldest_uncounted_at),
  ),
]

function measuresOfDisks(measure: OfHealth): Measure[] {
  const ofDisks = (size: 'free' | 'total') => (health: Health) =>
    health.nodes.flatMap(({ id, facts }) =>
      facts?.disk ? [{ labels: { node: id }, value: facts.disk[size] }] : [],
    )
  return [
    measure('envhold_database_bytes', 'Size of the database.', ({ engine }) => engine.bytes ?? undefined),
    measure('envhold_disk_free_bytes', 'Free on the disk of the data folder.', ofDisks('free'), ['node']),
    measure('envhold_disk_bytes', 'Size of the disk of the data folder.', ofDisks('total'), ['node']),
    measure('envhold_backup_timestamp_seconds', 'When the newest complete backup ended.', ({ backups }) =>
      secondsOf(backups.newest_at),
    ),
    measure(
      'envhold_backup_offsite_timestamp_seconds',
      'When the newest backup arrived where backups go, if BACKUP_TO says where.',
      ({ backups }) => secondsOf(backups.offsite?.newest_at ?? null),
    ),
    measure(
      'envhold_backup_offsite_failed',
      'Whether the last attempt to send a backup there failed.',
      ({ backups }) => (backups.offsite ? Number(backups.offsite.failed_since !== null) : undefined),
    ),
    measure('envhold_backup_verified_timestamp_seconds', 'When a backup was last verified.', ({ backups }) =>
      secondsOf(backups.verified_at),
    ),
  ]
}

function measuresOfTasks(measure: OfHealth): Measure[] {
  const ofTasks =
    (value: (task: Health['tasks'][number]) => number | undefined) =>
    ({ tasks }: Health) =>
      tasks.flatMap((task) => {
        const now = value(task)
        return now === undefined ? [] : [{ labels: { task: task.name }, value: now }]
      })
  return [
    measure(
      'envhold_task_started_timestamp_seconds',
      'When a regular task last began.',
      ofTasks((task) => secondsOf(task.started_at)),
      ['task'],
    ),
    measure(
      'envhold_task_failed',
      'Whether its last run failed.',
      ofTasks(({ state }) => (state === 'failed' ? 1 : 0)),
      ['task'],
    ),
    measure(
      'envhold_task_duration_seconds',
      'How long its last run that ended took.',
      ofTasks(({ ms }) => (ms === null ? undefined : ms / 1_000)),
      ['task'],
    ),
  ]
}
