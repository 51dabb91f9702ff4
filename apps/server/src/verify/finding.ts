/** A problem: where it is, by table and id, and what is wrong. */
export interface Finding {
  readonly table: string
  readonly id: string
  readonly problem: string
}

/** Receives each problem when it is found. */
export type OnFinding = (finding: Finding) => void
