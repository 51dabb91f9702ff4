import { bigint, bytes, rowid, table, text } from './table.ts'

/** The events that one index lists: they tell the life of a plan. */
const planEvents = [
  'subscription_started',
  'subscription_ended',
  'grace_started',
  'grace_reminder',
  'grace_cleared',
  'downgrade_completed',
  'downgrade_final',
  'projects_restored',
  'project_archived',
  'project_restored',
  'archived_project_deleted',
  'account_suspended',
  'account_unsuspended',
]

/** An entry of the activity log. It belongs to the chain of its project, of its user, or of the instance. */
export const activity = table('activity', {
  /** Its place among the entries of all chains, counted from 1 without a gap. */
  sequence: bigint.primary(),
  at: bigint.signed(),
  event_type: text.signed(),
  category: text.signed(),
  severity: text.of<'low' | 'medium' | 'high'>().signed(),
  description: text.signed(),
  user_id: bigint.optional().signed(),
  token_id: text.optional().signed(),
  project_id: bigint.optional().signed(),
  environment_id: bigint.optional().signed(),
  ip: text.optional().signed(),
  request_id: text.optional().signed(),
  /** `activity/project/7`, `activity/account/3` or `activity/instance`. */
  chain: text.bytewise().backfill('').signed(),
  /** Its place in this chain, counted from 1. */
  position: bigint.backfill(0).signed(),
  link: bytes.backfill(new Uint8Array()),
  /** The MAC of the link. */
  mac: bytes,
  /** What stood for the entry before its names and IP addresses were erased, and the MAC of what is left; else null. */
  digest: bytes.optional().signed(),
  erasure_mac: bytes.optional(),
  /** The MAC under an earlier server secret, by which marks outside the database know the entry. */
  mac_before: bytes.optional(),
  /** The line that it belongs to, named by the sequence of its first entry: see db/activity-log/lines.ts. */
  line: bigint.default(0),
  /** What a search finds it by: see `activity_terms`. */
  term_id: bigint.default(0),
  /** The version that it wrote, if it wrote one. */
  version: bigint.default(0),
  /** The program it was done with, such as 'Firefox on Linux'; else empty. */
  client: text.default(''),
}).with({
  mac: 'erasure_mac',
  indexes: {
    activity_of_user: ['user_id', 'sequence'],
    activity_of_project: ['project_id', 'sequence'],
    activity_of_plans: {
      on: ['user_id', 'sequence'],
      where: `event_type in (${planEvents.map((type) => `'${type}'`).join(', ')})`,
    },
    activity_of_chain: { on: ['chain', 'position'], isUnique: true },
    activity_of_line: ['line', 'sequence'],
    activity_of_term: ['term_id', 'sequence'],
  },
})

/**
 * The texts of a chain by which its entries are found, each once: descriptions with their event, and names of
 * variables. Derived from entries, so no MAC covers it.
 */
const activityTerms = table('activity_terms', {
  /** Made from chain and text. */
  id: rowid.primary(),
  chain: text.bytewise(),
  text: text,
}).with({ indexes: { activity_terms_of_chain: ['chain'] } })

/** The variables that an entry added, changed, removed or renamed. */
const activityChanges = table('activity_changes', {
  sequence: bigint,
  term_id: bigint,
  kind: text.of<'added' | 'changed' | 'removed'>(),
}).with({
  key: ['sequence', 'term_id'],
  indexes: { activity_changes_of_term: ['term_id', 'sequence'] },
})

/** The end of one chain of the activity log. */
const activityHeads = table('activity_heads', {
  chain: text.primary().bytewise(),
  /** The position of its last entry. */
  sequence: bigint,
  /** When that was written. */
  at: bigint,
  link: bytes,
  mac: bytes,
  /** The lines that the next entry may join, as JSON: see db/activity-log/lines.ts. */
  open_lines: text.default(''),
})

/** `mac` is null while the chain is empty. */
const chainHeads = table('chain_heads', { chain: text.primary(), sequence: bigint, mac: bytes.optional() })

/** A root states where all chains ended at a time, so that no whole chain can be cut off. There is one every hour. */
const auditRoots = table('audit_roots', {
  /** Counted from 1. */
  number: bigint.primary(),
  at: bigint,
  /** How many chains there were. */
  chains: bigint,
  /** Over their ends, as `root_points` has those of the newest root. */
  digest: bytes,
  /** Covers the root and the MAC of the one before. */
  mac: bytes,
})

/** The ends of all chains as the newest root covers them. */
const rootPoints = table('root_points', {
  /** `usage/7`, `activity/project/7`, `activity/account/3` or `activity/instance`. */
  chain: text.primary().bytewise(),
  sequence: bigint,
  /** When its last entry was written. */
  at: bigint,
  link: bytes,
})

/** A permanently deleted account that is being erased from the activity. */
export const erasures = table('erasures', {
  user_id: bigint.primary(),
  /** Empty if it is not known. */
  username: text.signed(),
  /** Empty if nobody has proved that it is the account's. */
  email_canonical: text.signed(),
  /** When the account was created and permanently deleted. */
  created_at: bigint.signed(),
  deleted_at: bigint.signed(),
  /** All entries up to this sequence number are erased. */
  done: bigint.backfill(0),
  mac: bytes,
})

/** What was revoked. A restored backup lacks the newest rows: a tool adds them from a log or from the old database. */
export const revocations = table('revocations', {
  id: text.primary(),
  /** When it was revoked. */
  at: bigint.signed(),
  kind: text.signed(),
  user_id: bigint.optional().signed(),
  project_id: bigint.optional().signed(),
  environment_id: bigint.optional().signed(),
  /** The id or name of the key, session or role; else empty. */
  subject: text.signed(),
  /** Null: revoked in this database. Otherwise what became of a revocation that a restored backup lacked. */
  state: text.of<'pending' | 'repeated' | 'told' | 'missing' | 'dismissed'>().optional(),
  /** For the people of its project alone: what was changed. No MAC covers it. */
  detail: text.optional(),
  /** 1: a line of the server's log has it. */
  logged: bigint,
  /** Of everything but `state`, `detail` and `logged`. */
  mac: bytes,
}).with({
  indexes: {
    revocations_at: ['at'],
    revocations_pending: { on: ['at', 'id'], where: "state = 'pending'" },
    revocations_unlogged: { on: ['id'], where: 'logged = 0' },
  },
})

export const auditLogTables = [
  activity,
  activityTerms,
  activityChanges,
  activityHeads,
  chainHeads,
  auditRoots,
  rootPoints,
  erasures,
  revocations,
] as const
