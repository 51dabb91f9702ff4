/** What was answered to a call with an Idempotency-Key, of which only a hash is stored. */
export interface IdempotencyKeysTable {
  /** SHA-256 of caller, endpoint and key, in hex. */
  id: string
  user_id: number
  /** The attempt that does the work, or did it. */
  attempt: string
  /** MAC of the request under the key. */
  fingerprint: Uint8Array
  created_at: number
  /** An attempt that has stored nothing by then has failed. */
  reserved_until: number
  /** Null while the work is being done. */
  status: number | null
  answer: string | null
  bytes: number
  mac: Uint8Array
}
