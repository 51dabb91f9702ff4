import { bigint, bytes, integer, table, text } from './table.ts'

/**
 * A pack: the calls of one key in one commit, as one text (stored-formats.md, 'Usage of a project'). Each project has a
 * chain of its own.
 */
const usagePacks = table('usage_packs', {
  project_id: bigint,
  first_sequence: bigint,
  last_sequence: bigint,
  /** When the commit was written. On PostgreSQL each day is a partition. */
  at: bigint,
  api_key_id: text,
  entries: text,
  /** 1 when the content is erased: `api_key_id` and `entries` are empty then. */
  erased: integer,
  digest: bytes,
  /** Both in the last pack of a commit; null in the others. */
  link: bytes.optional(),
  mac: bytes.optional(),
}).with({
  key: ['project_id', 'first_sequence'],
  partitionedBy: 'at',
  indexes: { usage_packs_of_time: ['at', 'project_id', 'first_sequence'] },
})

/** The end of the chain of a project's usage, and where its first stored pack begins. */
export const usageHeads = table('usage_heads', {
  project_id: bigint.primary(),
  sequence: bigint,
  /** When the last commit was written. */
  at: bigint,
  /** Null while the chain is empty. */
  link: bytes.optional(),
  mac: bytes.optional(),
  /** The last entry that was trimmed, its link, and the MAC of this row's start; 0 and null while nothing was. */
  start_sequence: bigint.backfill(0).signed(),
  start_link: bytes.optional().signed(),
  start_mac: bytes.optional(),
}).with({ mac: 'start_mac' })

/** How much of a project's usage is rolled up. A project without a full block has no row. */
const usageMarks = table('usage_marks', {
  project_id: bigint.primary(),
  /** How many blocks, from the beginning of the chain on. */
  blocks: bigint,
  /** Increases whenever entries of the project are erased or trimmed. */
  generation: bigint,
  /** The last entry that `usage_totals` counts. */
  counted: bigint.default(0),
})

/** How many blocks of a chain are rolled up, and how often rolled-up ones have lost entries since. */
const rollupMarks = table('tally_marks', { chain: text.primary(), blocks: bigint, generation: bigint })

/** Entries of each kind in one block of the activity chain: see features/usage/block.ts. 0 means none. */
const activityRollups = table('activity_tallies', {
  project_id: bigint,
  block: bigint,
  user_id: bigint,
  environment_id: bigint,
  category: text,
  entries: integer,
  first_at: bigint,
  last_at: bigint,
}).with({
  key: ['project_id', 'block', 'user_id', 'environment_id', 'category'],
  indexes: { activity_tallies_of_user: ['user_id'], activity_tallies_of_block: ['block'] },
})

/** How many entries of each project one block of the usage chain contains, without erased rows. */
const usageRollups = table('usage_tallies', {
  project_id: bigint,
  block: bigint,
  entries: integer,
  first_at: bigint,
  last_at: bigint,
}).with({ key: ['project_id', 'block'] })

/** How many calls of each key one block of the usage chain contains, by hour and status, without erased rows. */
const usageHours = table('usage_hours', {
  api_key_id: text,
  /** When the hour began. */
  hour: bigint,
  block: bigint,
  status_code: integer,
  project_id: bigint,
  calls: integer,
  variables: bigint,
  duration_us: bigint,
  first_at: bigint,
  last_at: bigint,
}).with({
  key: ['api_key_id', 'hour', 'block', 'status_code'],
  indexes: { usage_hours_of_project: ['project_id', 'block'] },
})

/** The calls of each key in each hour, without erased ones, of entries up to the `counted` of their project. */
const usageTotals = table('usage_totals', {
  /** When the hour began. */
  hour: bigint,
  project_id: bigint,
  api_key_id: text,
  status_code: bigint,
  calls: bigint,
  duration_us: bigint,
}).with({
  key: ['hour', 'project_id', 'api_key_id', 'status_code'],
  indexes: { usage_totals_of_key: ['api_key_id'] },
})

export const usageTables = [
  usagePacks,
  usageHeads,
  usageMarks,
  rollupMarks,
  activityRollups,
  usageRollups,
  usageHours,
  usageTotals,
] as const
