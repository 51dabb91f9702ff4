/** The tables of the audit log: both chains, and what is counted from them. */

import type { Generated } from 'kysely'

/** An entry of the activity log. It belongs to the chain of its project, of its user, or of the instance. */
export interface ActivityTable {
  /** Its place among the entries of all chains, counted from 1 without a gap. */
  sequence: number
  at: number
  event_type: string
  category: string
  severity: 'low' | 'medium' | 'high'
  description: string
  user_id: number | null
  token_id: string | null
  project_id: number | null
  environment_id: number | null
  ip: string | null
  request_id: string | null
  /** `activity/project/7`, `activity/account/3` or `activity/instance`. */
  chain: string
  /** Its place in this chain, counted from 1. */
  position: number
  link: Uint8Array
  /** The MAC of the link. */
  mac: Uint8Array
  /** What stood for the entry before its names and IP addresses were erased, and the MAC of what is left; else null. */
  digest: Uint8Array | null
  erasure_mac: Uint8Array | null
}

/** A permanently deleted account that is being erased from the activity. */
export interface ErasuresTable {
  user_id: number
  /** Empty if it is not known. */
  username: string
  /** Empty if nobody has proved that it is the account's. */
  email_canonical: string
  /** When the account was created and permanently deleted. */
  created_at: number
  deleted_at: number
  /** All entries up to this sequence number are erased. */
  done: number
  mac: Uint8Array
}

/**
 * A pack: the calls of one key in one commit, as one text (stored-formats.md, 'Usage of a project'). Each project has a
 * chain of its own.
 */
export interface UsagePacksTable {
  project_id: number
  first_sequence: number
  last_sequence: number
  /** When the commit was written. On PostgreSQL each day is a partition. */
  at: number
  api_key_id: string
  entries: string
  /** 1 when the content is erased: `api_key_id` and `entries` are empty then. */
  erased: number
  digest: Uint8Array
  /** Both in the last pack of a commit; null in the others. */
  link: Uint8Array | null
  mac: Uint8Array | null
}

/** The end of the chain of a project's usage, and where its first stored pack begins. */
export interface UsageHeadsTable {
  project_id: number
  sequence: number
  /** When the last commit was written. */
  at: number
  /** Null while the chain is empty. */
  link: Uint8Array | null
  mac: Uint8Array | null
  /** The last entry that was trimmed, its link, and the MAC of this row's start; 0 and null while nothing was. */
  start_sequence: number
  start_link: Uint8Array | null
  start_mac: Uint8Array | null
}

/** How much of a project's usage is rolled up. A project without a full block has no row. */
export interface UsageMarksTable {
  project_id: number
  /** How many blocks, from the beginning of the chain on. */
  blocks: number
  /** Increases whenever entries of the project are erased or trimmed. */
  generation: number
  /** The last entry that `usage_totals` counts. */
  counted: Generated<number>
}

/** The calls of an API key, or failed attempts on it, in the current hour and day and in total. */
export interface KeyCountersTable {
  /** An API key's id, or the counter of failed attempts on it. */
  counter: string
  hour_start: number
  hour_calls: number
  day_start: number
  day_calls: number
  /** The calls for which the key was used, not only tried. */
  total: number
  /** Null while it was only tried. */
  last_used_at: number | null
  /** The use before the one in `last_used_at`, which is put back if that one is rejected. */
  previous_use_at: number | null
}

/** The end of one chain of the activity log. */
export interface ActivityHeadsTable {
  chain: string
  /** The position of its last entry. */
  sequence: number
  /** When that was written. */
  at: number
  link: Uint8Array
  mac: Uint8Array
}

/** A root states where all chains ended at a time, so that no whole chain can be cut off. There is one every hour. */
export interface AuditRootsTable {
  /** Counted from 1. */
  number: number
  at: number
  /** How many chains there were. */
  chains: number
  /** Over their ends, as `root_points` has those of the newest root. */
  digest: Uint8Array
  /** Covers the root and the MAC of the one before. */
  mac: Uint8Array
}

/** The ends of all chains as the newest root covers them. */
export interface RootPointsTable {
  /** `usage/7`, `activity/project/7`, `activity/account/3` or `activity/instance`. */
  chain: string
  sequence: number
  /** When its last entry was written. */
  at: number
  link: Uint8Array
}

/** Calls beyond a limit that are not in the usage log yet, of all nodes together. */
export interface RejectedCallsTable {
  /** The counter that was full: an API key's id, or the counter of failed attempts on it. */
  principal: string
  window: string
  calls: number
  /** The sum over these calls. */
  duration_us: number
  /** When their last row was written to the usage log; 0 means never. */
  recorded_at: number
}

/** Entries of each kind in one block of the activity chain: see features/usage/block.ts. 0 means none. */
export interface ActivityRollupsTable {
  project_id: number
  block: number
  user_id: number
  environment_id: number
  category: string
  entries: number
  first_at: number
  last_at: number
}

/** How many entries of each project one block of the usage chain contains, without erased rows. */
export interface UsageRollupsTable {
  project_id: number
  block: number
  entries: number
  first_at: number
  last_at: number
}

/** The calls of each key in each hour, without erased ones, of entries up to the `counted` of their project. */
export interface UsageTotalsTable {
  /** When the hour began. */
  hour: number
  project_id: number
  api_key_id: string
  status_code: number
  calls: number
  duration_us: number
}

/** How many calls of each key one block of the usage chain contains, by hour and status, without erased rows. */
export interface UsageHoursTable {
  api_key_id: string
  /** When the hour began. */
  hour: number
  block: number
  status_code: number
  project_id: number
  calls: number
  variables: number
  duration_us: number
  first_at: number
  last_at: number
}
