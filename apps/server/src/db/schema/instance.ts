import { bigint, bytes, id, integer, table, text } from './table.ts'

const instance = table('instance', { key: text.primary(), value: text })

const leases = table('leases', { name: text.primary(), holder: text, until: bigint })

/** Settings that operators change while the server runs. */
export const instanceSettings = table('instance_settings', {
  name: text.of<'announcement' | 'sign-ups' | 'operator-factor'>().primary(),
  /** JSON. */
  value: text.signed(),
  updated_by: bigint.optional().signed(),
  updated_at: bigint.signed(),
  mac: bytes,
})

/** When each hourly task last ran. */
const taskRuns = table('task_runs', {
  name: text.primary(),
  node: text,
  started_at: bigint,
  finished_at: bigint.optional(),
  ms: bigint.optional(),
  changed: bigint.optional(),
  /** The kind of failure, without text from outside. */
  error: text.optional(),
  /** When the first of the failures began that no success has followed. */
  failed_since: bigint.optional(),
})

/** The nodes of this instance. Each says every minute that it runs. */
const nodes = table('nodes', {
  /** Host name and port. */
  id: text.primary(),
  version: text,
  started_at: bigint,
  seen_at: bigint,
  /** A JSON object: what the node knows of itself, such as free disk space. */
  facts: text,
})

/** The backups of the database, as files on the nodes. */
const backups = table('backups', {
  id,
  /** The name in the backup folder of its node. */
  file: text.unique(),
  /** The host name of the node that made it; empty while it waits. */
  node: text,
  state: text.of<'waiting' | 'running' | 'verifying' | 'done' | 'failed'>(),
  /** The progress of making or verifying it. */
  percent: bigint,
  origin: text.of<'operator' | 'schedule' | 'command'>(),
  started_by: bigint.optional(),
  started_at: bigint,
  finished_at: bigint.optional(),
  /** The JSON file beside the backup, which has a MAC of its own; null until it is done. */
  record: text.optional(),
  /** In words, without text from outside. */
  error: text.optional(),
  /** What the node with the file is to do. */
  wanted: text.of<'verify' | 'delete'>().optional(),
  wanted_at: bigint.optional(),
  /** A JSON object: how the last verification ended. */
  verification: text.optional(),
}).with({
  indexes: {
    backups_unfinished: {
      expression: '(finished_at is null)',
      isUnique: true,
      where: 'finished_at is null',
    },
  },
})

/** A warning about the instance of which operators were notified. A planted row would keep a warning from them. */
export const healthNotices = table('health_notices', {
  /** The kind, and the subject if there is one. */
  id: text.primary(),
  kind: text.signed(),
  subject: text.optional().signed(),
  since: bigint.optional().signed(),
  opened_at: bigint.signed(),
  /** Since when it is not found any longer. */
  missing_at: bigint.optional().signed(),
  /** What the webhook still has to be told; empty: nothing. */
  webhook_event: text.of<'opened' | 'resolved' | ''>().signed(),
  mac: bytes.backfill(new Uint8Array()),
})

export const instanceTables = [
  instance,
  leases,
  instanceSettings,
  taskRuns,
  nodes,
  backups,
  healthNotices,
] as const

/** A queued message: a template's name and its values, never a secret. */
export const mailQueue = table('mail_queue', {
  id,
  template: text.signed(),
  recipient: text.signed(),
  variables: text.signed(),
  /** 1: when it is sent, `mail_receipts` says so. */
  receipt: integer.default(0),
  attempts: integer,
  next_attempt_at: bigint,
  created_at: bigint.signed(),
  /** Why the last attempt failed: codes of the mail server, without its words. */
  failure: text.optional(),
  mac: bytes,
}).with({ indexes: { mail_queue_due: ['next_attempt_at'] } })

/** Messages from the contact page. */
const contactMessages = table('contact_messages', {
  id,
  name: text,
  email: text,
  company: text.optional(),
  subject: text,
  message: text,
  type: text,
  newsletter: integer,
  created_at: bigint,
  /** null: it waits for the next mail with several. */
  mailed_at: bigint.optional(),
}).with({
  indexes: {
    contact_messages_created: ['created_at'],
    contact_messages_waiting: { on: ['id'], where: 'mailed_at is null' },
  },
})

export const mailTables = [mailQueue, contactMessages] as const

/** What operators did to an account: its user reads this, with the reason. */
export const operatorActions = table('operator_actions', {
  id,
  /** The account. */
  user_id: bigint.references('users').signed(),
  /** Null: by a command on the machine. */
  operator_id: bigint.optional().signed(),
  act: text.signed(),
  reason: text.signed(),
  /** A JSON object: what the act changed. */
  details: text.signed(),
  created_at: bigint.signed(),
  mac: bytes.backfill(new Uint8Array()),
}).with({ indexes: { operator_actions_user: ['user_id', 'id'], operator_actions_act: ['act', 'id'] } })

/** Long work that an operator started: it runs in batches under a lease, and can be stopped and resumed. */
const operatorJobs = table('operator_jobs', {
  id,
  kind: text,
  state: text.of<'running' | 'stopped' | 'done' | 'failed'>(),
  reason: text,
  started_by: bigint.optional(),
  /** The preview that started it, as its token holds it. */
  preview: text.unique(),
  processed: bigint,
  total: bigint,
  /** Where the next batch begins; null at the start. */
  cursor: text.optional(),
  /** A JSON object: what it has done so far. */
  result: text,
  error: text.optional(),
  created_at: bigint,
  updated_at: bigint,
  finished_at: bigint.optional(),
}).with({
  indexes: {
    operator_jobs_state: ['state', 'id'],
    operator_jobs_running: { on: ['state'], isUnique: true, where: "state = 'running'" },
  },
})

export const operatorTables = [operatorActions, operatorJobs] as const
