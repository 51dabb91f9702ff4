import type { Generated } from 'kysely'

/** What operators did to an account: its user reads this, with the reason. */
export interface OperatorActsTable {
  id: Generated<number>
  /** The account. */
  user_id: number
  /** Null: by a command on the machine. */
  operator_id: number | null
  act: string
  reason: string
  /** A JSON object: what the act changed. */
  details: string
  created_at: number
}

/** Long work that an operator started: it runs in batches under a lease, and can be stopped and resumed. */
export interface OperatorJobsTable {
  id: Generated<number>
  kind: string
  state: 'running' | 'stopped' | 'done' | 'failed'
  reason: string
  started_by: number | null
  /** The preview that started it, as its token holds it. */
  preview: string
  processed: number
  total: number
  /** Where the next batch begins; null at the start. */
  cursor: string | null
  /** A JSON object: what it has done so far. */
  result: string
  error: string | null
  created_at: number
  updated_at: number
  finished_at: number | null
}

/** When each hourly task last ran. */
export interface TaskRunsTable {
  name: string
  node: string
  started_at: number
  finished_at: number | null
  ms: number | null
  changed: number | null
  /** The kind of failure, without text from outside. */
  error: string | null
  /** When the first of the failures began that no success has followed. */
  failed_since: number | null
}

/** The nodes of this instance. Each says every minute that it runs. */
export interface NodesTable {
  /** Host name and port. */
  id: string
  version: string
  started_at: number
  seen_at: number
  /** A JSON object: what the node knows of itself, such as free disk space. */
  facts: string
}

/** Settings that operators change while the server runs. */
export interface InstanceSettingsTable {
  name: 'announcement' | 'sign-ups' | 'operator-factor'
  /** JSON. */
  value: string
  updated_by: number | null
  updated_at: number
  mac: Uint8Array
}

/** The backups of the database, as files on the nodes. */
export interface BackupsTable {
  id: Generated<number>
  /** The name in the backup folder of its node. */
  file: string
  /** The host name of the node that made it; empty while it waits. */
  node: string
  state: 'waiting' | 'running' | 'verifying' | 'done' | 'failed'
  /** The progress of making or verifying it. */
  percent: number
  origin: 'operator' | 'schedule' | 'command'
  started_by: number | null
  started_at: number
  finished_at: number | null
  /** The JSON file beside the backup, which has a MAC of its own; null until it is done. */
  record: string | null
  /** In words, without text from outside. */
  error: string | null
  /** What the node with the file is to do. */
  wanted: 'verify' | 'delete' | null
  wanted_at: number | null
  /** A JSON object: how the last verification ended. */
  verification: string | null
}
