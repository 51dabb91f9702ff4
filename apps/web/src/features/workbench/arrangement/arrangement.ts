export const sortColumns = ['key', 'changed', 'elsewhere'] as const
export type SortColumn = (typeof sortColumns)[number]

/** By key from A, by change from the newest, by other environments from the weightiest sign; or the other way round. */
export interface KeySort {
  readonly by: SortColumn
  readonly isReversed: boolean
}

/** How somebody arranged the table of a project. */
export interface TableArrangement {
  readonly sort: KeySort
  /** The prefixes whose keys are folded away, such as `AWS_`. */
  readonly folded: readonly string[]
}

export const defaultArrangement: TableArrangement = { sort: { by: 'key', isReversed: false }, folded: [] }

/** Where arrangements are remembered. */
export interface ArrangementStore {
  readonly read: () => TableArrangement
  readonly save: (arrangement: TableArrangement) => void
}
