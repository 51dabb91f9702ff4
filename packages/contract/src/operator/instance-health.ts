/** How the instance as a whole is doing: its nodes, hourly tasks, queues, disks and clocks. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { operatorEndpoint } from './operator-calls.ts'

/** What asks an operator to act, the most urgent first, with the page that says how. */
export const warningRunbooks = {
  /** A node found the database damaged, or another than it was. */
  database_fault: 'docs/runbooks/back-up-and-restore.md',
  /** Verifying the audit logs found a change that this server did not make. */
  verification_failed: 'docs/runbooks/verify.md',
  /** Rows that were changed from outside were met, and rejected. */
  tampering_found: 'docs/runbooks/verify.md',
  /** Less than a tenth of the disk is free, or less than 1 GiB; of a disk below 4 GiB, less than a quarter. */
  disk_low: 'docs/runbooks/full-disk.md',
  /** Nothing is deleted while it is not certain that the clock is right. */
  clock_uncertain: 'docs/runbooks/wrong-clock.md',
  /** The clock of a node differs from the time that all nodes use. */
  clock_off: 'docs/runbooks/wrong-clock.md',
  /** A node no longer reports, and was not stopped on purpose. */
  node_missing: 'docs/runbooks/several-nodes.md',
  task_failed: 'docs/runbooks/failed-task.md',
  /** A backup was restored, and brought back what had been revoked since. */
  revocations_pending: 'docs/runbooks/back-up-and-restore.md',
  /** The newest backup failed. */
  backup_failed: 'docs/runbooks/back-up-and-restore.md',
  /** No backup that is new enough is known. */
  backup_missing: 'docs/runbooks/back-up-and-restore.md',
  /** A backup could not be sent to where backups go. */
  backup_not_sent: 'docs/runbooks/back-up-and-restore.md',
  /** The file of a backup is no longer what was written. */
  backup_invalid: 'docs/runbooks/back-up-and-restore.md',
  /** Older backups could not all be deleted where backups go. */
  backup_clean_up_failed: 'docs/runbooks/back-up-and-restore.md',
  /** Mails have waited for minutes, and not because of their recipients. */
  mail_waiting: 'docs/runbooks/mail-outage.md',
  /** Notifications of a payment provider could not be processed several times. */
  webhook_failed: 'docs/runbooks/payment-outage.md',
  /** Accounts that operate the instance can be entered with a password alone. */
  operator_without_factor: 'docs/runbooks/locked-out-operator.md',
  /** Other machines can connect, and the links of the instance lead to its own machine. */
  public_url_missing: 'docs/runbooks/public-url.md',
  /** Others can reach the instance, and whoever has an account can take a plan without paying. */
  payments_in_test_mode: 'docs/runbooks/payments-in-test-mode.md',
  /** Too many projects would be archived or deleted at once. */
  brake_held: 'docs/runbooks/confirm-deletions.md',
  /** Calls with API keys have not been counted for minutes. */
  usage_behind: 'docs/runbooks/failed-task.md',
} as const satisfies Record<string, `docs/runbooks/${string}.md`>

export type WarningKind = keyof typeof warningRunbooks
export const warningKinds = Object.keys(warningRunbooks) as [WarningKind, ...WarningKind[]]

/** More than an instance has. */
const maxNodes = 100
const maxTasks = 300

/** Counting stops there, so that a long queue costs no more than a short one. */
export const maxCounted = 10_000
const boundedCount = field.count.max(maxCounted).describe(`${maxCounted} stands for that many or more.`)

const nodeName = z.string().max(300)
const taskName = z.string().max(400)
/** Such as 'ECONNECTION': never a text from outside. */
const failure = z.string().max(100)
const version = z.string().max(60)

const warning = z
  .object({
    kind: z.enum(warningKinds),
    since: field.time.nullable(),
    /** The node, task or payment provider that it is about. */
    subject: taskName.nullable(),
    count: field.count.nullable(),
    /** A code, or a sentence of this server about its database. */
    failure: z.string().max(300).nullable(),
  })
  .meta({ id: 'InstanceWarning' })
export type InstanceWarning = z.output<typeof warning>

const disk = z.object({
  free: field.count,
  total: field.count,
  /** The files in the data folder. */
  stored: field.count,
})

const node = z
  .object({
    id: nodeName,
    version,
    started_at: field.time,
    seen_at: field.time,
    /** It has not reported for five minutes. */
    missing: z.boolean(),
    /** What a node of another version reports may not be known to this one. */
    facts: z
      .object({ node_version: version, platform: version, disk: disk.nullable(), clock_ahead_ms: z.int() })
      .nullable(),
  })
  .meta({ id: 'InstanceNode' })
export type InstanceNode = z.output<typeof node>

const taskRun = z
  .object({
    name: taskName,
    node: nodeName,
    state: z.enum(['running', 'done', 'failed']),
    started_at: field.time,
    /** Of the last run that has ended. */
    ms: field.count.nullable(),
    /** How much it deleted or changed; null for tasks that do not count. */
    changed: field.count.nullable(),
    failure: failure.nullable(),
    failed_since: field.time.nullable(),
    next_run_at: field.time.nullable(),
  })
  .meta({ id: 'InstanceTask' })
export type InstanceTask = z.output<typeof taskRun>

export const healthFields = {
  checked_at: field.time,
  /** The node that answers. */
  node: nodeName,
  version,
  node_version: version,
  engine: z.object({
    name: z.enum(['sqlite', 'postgres']),
    version,
    /** The size of the database; null if it is not known. */
    bytes: field.count.nullable(),
  }),
  warnings: z.array(warning).max(maxNodes * 4 + maxTasks + 20),
  nodes: z.array(node).max(maxNodes),
  tasks: z.array(taskRun).max(maxTasks),
  mail: z.object({
    /** False: mails are files in the data folder. */
    has_server: z.boolean(),
    waiting: boundedCount,
    oldest_at: field.time.nullable(),
    /** Why the oldest thousand mails wait. */
    failures: z.array(z.object({ failure, count: field.count })).max(100),
  }),
  webhooks: z.object({
    /** In the last 24 hours. */
    received: boundedCount,
    waiting: boundedCount,
    /** Of the last two days: those that failed three times or more. */
    failing: boundedCount,
  }),
  /** Why nothing is deleted at present; null: the clock is trusted. */
  clock_uncertainty: z.object({ why: z.string().max(100), by_ms: z.int(), since: field.time }).nullable(),
  /** Computations of password hashes on the node that answers. */
  argon2: z.object({ running: field.count, waiting: field.count }),
  usage: z.object({ oldest_uncounted_at: field.time.nullable() }),
  backups: z.object({
    /** When the newest one ended that is complete; null: there is none. */
    newest_at: field.time.nullable(),
    /** When one was last found to be as it was written, and to verify. */
    verified_at: field.time.nullable(),
    /** Where backups go that leave the machine; null: nowhere. */
    offsite: z
      .object({
        kind: z.enum(['s3', 'rclone', 'folder']),
        /** When the newest one arrived there. */
        newest_at: field.time.nullable(),
        /** Since when sending fails; null: the last attempt did not. */
        failed_since: field.time.nullable(),
      })
      .nullable(),
  }),
  /** Projects that wait until an operator confirms that they may be archived or deleted. */
  brake: z.object({ held: field.count, since: field.time.nullable() }).nullable(),
}
const health = z.object(healthFields).meta({ id: 'InstanceHealth' })
export type InstanceHealth = z.output<typeof health>

export const readInstanceHealth = operatorEndpoint('GET /admin/instance/health', {
  name: 'readInstanceHealth',
  summary: 'Read how the instance is doing: warnings, nodes, hourly tasks, queues, disks and clocks.',
  output: z.object({ health }),
})

/** What a bug report needs to know of an instance, without anything that is secret or names anybody. */
const label = z.string().max(100)

const diagnostics = z
  .object({
    /** Of this format. */
    format: z.literal(1),
    made_at: field.time,
    /** Only settings that cannot contain a name, an address or a secret have their value. */
    settings: z
      .array(
        z.object({
          name: label,
          is_set: z.boolean(),
          value: z.union([z.string().max(60), z.number(), z.boolean()]).nullable(),
        }),
      )
      .max(100),
    /** The newest migration of the database. */
    migrated: label.nullable(),
    /** Counting a table stops at a limit; then `exact` is false. */
    rows: z.array(z.object({ table: label, rows: field.count, exact: z.boolean() })).max(1_000),
    /** How each payment provider last failed. */
    provider_failures: z
      .array(z.object({ provider: label, failure: z.string().max(200), at: field.time }))
      .max(20),
    /** Nodes have numbers in place of their names. */
    health: z.object(healthFields).omit({ argon2: true, checked_at: true }),
  })
  .meta({ id: 'Diagnostics' })
export type Diagnostics = z.output<typeof diagnostics>

export const readDiagnostics = operatorEndpoint('GET /admin/instance/diagnostics', {
  name: 'readDiagnostics',
  summary: 'Read what a bug report needs to know of the instance: no secret, no name, no address.',
  output: z.object({ diagnostics }),
})
