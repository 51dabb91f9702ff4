import type { ListMemory } from './activity-deps.ts'
import type { CountedList } from './counted-list.ts'

/** A list with the view of its rows. */
export interface ShownList<Row, Shown> {
  readonly count: (memory: ListMemory) => Promise<CountedList<Row>>
  readonly show: (rows: readonly Row[]) => Promise<Shown[]>
}
