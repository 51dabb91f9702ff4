import type { StoredState } from '../db/stored-heads.ts'

/** What the process of backups is asked for. */
export type Order =
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'hash'; readonly path: string }
  | VerifyOrder

export interface VerifyOrder {
  readonly kind: 'verify'
  readonly path: string
  readonly sha256: string
  /** What must be in it. */
  readonly state: StoredState
  /** If undefined, the secret is a file in the data folder. */
  readonly serverSecret: string | undefined
  readonly dataDir: string
}

export interface Hashed {
  readonly size: number
  readonly sha256: string
}

/** The first problems, and how many there are. */
export interface Verdict {
  readonly problems: readonly string[]
  readonly count: number
}

export interface Failed {
  /** For an operator; undefined if only the log explains it. */
  readonly words: string | undefined
  readonly code: string
}

/** What it answers: progress any number of times, then one of the others. */
export type BackupResponse =
  | { readonly percent: number }
  | { readonly hashed: Hashed }
  | { readonly verdict: Verdict }
  | { readonly failed: Failed }
