/** The tables of the audit log: both chains, and what is counted from them. */

/** Chained: `mac` covers the row and the mac of the row before. */
export interface ActivityTable {
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
  mac: Uint8Array
}

/**
 * Chained too. One row per API key call, rejected ones included; calls beyond a limit share a row. The chain covers
 * `digest`, so that a row's content can be erased with its key and the chain still verifies.
 */
export interface UsageTable {
  sequence: number
  erased: number
  digest: Uint8Array
  at: number
  api_key_id: string
  project_id: number
  environment_id: number | null
  environment_name: string
  method: string
  endpoint: string
  status_code: number
  variables_count: number
  /** The mean, if the row counts several calls. */
  duration_us: number
  ip: string
  request_id: string
  /** How many calls the row counts: 1, or the calls beyond a limit since the previous row (the latest is shown). */
  calls: number
  mac: Uint8Array
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
