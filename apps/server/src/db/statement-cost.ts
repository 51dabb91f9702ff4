const statementMs = 0.1
const rowMs = 0.005
const bytesPerMs = 100_000

const lengthOf = (value: unknown) =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 0

const lengthOfInstance = (values: readonly unknown[]) =>
  values.reduce<number>((sum, value) => sum + lengthOf(value), 0)

/**
 * What a statement of PostgreSQL costs, in ms: sending, reading and the database itself, which often shares the machine.
 * An estimate from its size: the time that passes would charge a call for a busy database.
 */
export function statementCost(parameters: readonly unknown[], rows: readonly object[]): number {
  const bytes = rows.reduce(
    (sum, row) => sum + lengthOfInstance(Object.values(row)),
    lengthOfInstance(parameters),
  )
  return statementMs + rows.length * rowMs + bytes / bytesPerMs
}
