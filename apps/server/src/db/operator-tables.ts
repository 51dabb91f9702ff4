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
