import { bigint, bytes, hashed, integer, table, text } from './table.ts'

const attempts = table('attempts', { kind: text, identity: text, window_start: bigint, count: integer }).with(
  { key: ['kind', 'identity'] },
)

/** Consecutive failures, and until when the next attempt has to wait for them. */
const failureWaits = table('failure_waits', {
  kind: text,
  identity: text,
  failures: integer,
  last_failure_at: bigint,
  blocked_until: bigint,
}).with({ key: ['kind', 'identity'] })

const rateWindows = table('rate_windows', {
  principal: text,
  window: text,
  window_start: bigint,
  count: bigint,
}).with({ key: ['principal', 'window'] })

/** An owner whose plan limits the calls of a month: the last e-mail about them, and since when reads continue beyond. */
const callMonths = table('call_months', {
  /** Of the window in `rate_windows`. */
  principal: text.primary(),
  /** The start of the month that the next three are about; 0 before the first e-mail. */
  notified_month: bigint,
  /** In percent of the limit. */
  notified: integer,
  notified_limit: integer,
  /** The e-mail about it. */
  mail_id: bigint.optional(),
  /** Null: never. */
  grace_began_at: bigint.optional(),
})

/** Calls beyond a limit that are not in the usage log yet, of all nodes together. */
const rejectedCalls = table('rejected_calls', {
  /** The counter that was full: an API key's id, or the counter of failed attempts on it. */
  principal: text,
  window: text,
  calls: bigint,
  /** The sum over these calls. */
  duration_us: bigint,
  /** When their last row was written to the usage log; 0 means never. */
  recorded_at: bigint,
}).with({ key: ['principal', 'window'] })

/** The calls of an API key, or failed attempts on it, in the current hour and day and in total. */
const keyCounters = table('key_counters', {
  /** An API key's id, or the counter of failed attempts on it. */
  counter: text.primary(),
  hour_start: bigint,
  hour_calls: bigint,
  day_start: bigint,
  day_calls: bigint,
  /** The calls for which the key was used, not only tried. */
  total: bigint,
  /** Null while it was only tried. */
  last_used_at: bigint.optional(),
  /** The use before the one in `last_used_at`, which is restored if that one is rejected. */
  previous_use_at: bigint.optional(),
})

/** What was answered to a call with an Idempotency-Key, of which only a hash is stored. */
export const idempotencyKeys = table('idempotency_keys', {
  /** SHA-256 of caller, endpoint and key, in hex. */
  id: text.primary(),
  user_id: bigint.references('users').signed(),
  /** The attempt that does the work, or did it. */
  attempt: text.signed(),
  /** MAC of the request under the key. */
  fingerprint: bytes.signed(),
  created_at: bigint.signed(),
  /** An attempt that has stored nothing by then has failed. */
  reserved_until: bigint,
  /** Null while the work is being done. */
  status: integer.optional().signed(),
  answer: text.optional().signed(hashed),
  bytes: integer,
  mac: bytes,
}).with({
  indexes: { idempotency_keys_user: ['user_id', 'created_at'], idempotency_keys_age: ['created_at'] },
})

export const limitTables = [
  attempts,
  failureWaits,
  rateWindows,
  callMonths,
  rejectedCalls,
  keyCounters,
  idempotencyKeys,
] as const
