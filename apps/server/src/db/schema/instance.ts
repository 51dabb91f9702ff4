import { bigint, bytes, id, text } from './column.ts'
import { table } from './table.ts'

const instance = table('instance', {
  key: text.primary(),
  value: text,
})

const leases = table('leases', {
  name: text.primary(),
  holder: text,
  until: bigint,
})

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
const backups = table(
  'backups',
  {
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
  },
  {
    indexes: {
      backups_unfinished: {
        expression: '(finished_at is null)',
        isUnique: true,
        where: 'finished_at is null',
      },
    },
  },
)

export const instanceTables = [instance, leases, instanceSettings, taskRuns, nodes, backups] as const
