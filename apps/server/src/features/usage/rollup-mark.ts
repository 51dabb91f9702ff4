/** How far a chain is rolled up. */
export interface RollupMark {
  /** How many blocks of the chain, from its beginning on, are rolled up. */
  readonly blocks: number
  /** Increases whenever entries are erased or trimmed. */
  readonly generation: number
}
