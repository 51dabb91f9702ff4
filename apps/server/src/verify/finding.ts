/** Something that does not hold: where it is, by table and id, and what is wrong with it. */
export interface Finding {
  readonly table: string
  readonly id: string
  readonly problem: string
}

/** Is told what was found, as it is found. */
export type OnFinding = (finding: Finding) => void
