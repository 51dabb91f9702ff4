/** What was revoked. A restored backup lacks the newest rows: a tool adds them from a log or from the old database. */
export interface RevocationsTable {
  id: string
  /** When it was revoked. */
  at: number
  kind: string
  user_id: number | null
  project_id: number | null
  environment_id: number | null
  /** The id or name of the key, session or role; else empty. */
  subject: string
  /** Null: revoked in this database. Otherwise what became of a revocation that a restored backup lacked. */
  state: 'pending' | 'repeated' | 'told' | 'missing' | 'dismissed' | null
  /** For the people of its project alone: what was changed. No MAC covers it. */
  detail: string | null
  /** 1: a line of the server's log has it. */
  logged: number
  /** Of everything but `state`, `detail` and `logged`. */
  mac: Uint8Array
}
