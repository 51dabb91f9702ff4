/** A value as both engines store it. Whole numbers are `bigint`, so that none is rounded. */
export type Cell = string | number | bigint | Uint8Array | null

/** The values of a row, in the order of its table's columns. */
export type Row = readonly Cell[]

export interface Table {
  readonly name: string
  /** In ascending order. */
  readonly columns: readonly string[]
  /** The tables that its foreign keys name. */
  readonly references: readonly string[]
}

/** Sorts tables so that each comes after those that it references. @throws when references form a circle */
export function orderTables(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const isDone = (name: string) => ordered.some((table) => table.name === name)
  let left = tables
  while (left.length > 0) {
    const next = left.filter(({ name, references }) =>
      references.every((table) => table === name || isDone(table)),
    )
    if (next.length === 0) throw new Error(`${left.map(({ name }) => name).join(', ')} reference each other`)
    ordered.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return ordered
}
