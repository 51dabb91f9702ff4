import { bigint, id, text } from './column.ts'
import { table } from './table.ts'

/** What operators did to an account: its user reads this, with the reason. */
const operatorActions = table(
  'operator_actions',
  {
    id,
    /** The account. */
    user_id: bigint.references('users'),
    /** Null: by a command on the machine. */
    operator_id: bigint.optional(),
    act: text,
    reason: text,
    /** A JSON object: what the act changed. */
    details: text,
    created_at: bigint,
  },
  { indexes: { operator_actions_user: ['user_id', 'id'], operator_actions_act: ['act', 'id'] } },
)

/** Long work that an operator started: it runs in batches under a lease, and can be stopped and resumed. */
const operatorJobs = table(
  'operator_jobs',
  {
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
  },
  {
    indexes: {
      operator_jobs_state: ['state', 'id'],
      operator_jobs_running: { on: ['state'], isUnique: true, where: "state = 'running'" },
    },
  },
)

export const operatorTables = [operatorActions, operatorJobs] as const
