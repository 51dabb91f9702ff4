// Rows that an attacker with write access to the database changes, puts back or swaps.

import { expect } from 'vitest'
import type { ColumnSpec, TableDescription } from '../../apps/server/src/db/schema/table.ts'
import type { TestApp } from './app-for-tests.ts'
import { activityOf } from './events-of.ts'

export type PlantedRow<World> = readonly [
  name: string,
  table: string,
  plant: (world: World) => Promise<unknown>,
  /** A call that must detect it. */
  probe: (world: World) => Promise<unknown>,
]

/** The ways of attacking one row by changing one column that its MAC covers. */
interface ChangedColumns<World> {
  readonly table: TableDescription
  /** Values that foreign keys allow. */
  readonly references?: Readonly<Record<string, (world: World) => unknown>>
  /** Columns by which the probe finds the row, or that it compares before the MAC. */
  readonly except?: readonly string[]
  readonly update: (world: World, set: object) => Promise<unknown>
  readonly probe: (world: World) => Promise<unknown>
}

const otherValues: Readonly<Record<ColumnSpec['kind'], unknown>> = {
  id: 987_654,
  rowid: 987_654,
  integer: 7,
  bigint: 9_999_999_999_999,
  real: 77,
  text: '["planted"]',
  bytes: Buffer.alloc(32, 7),
}

/** One attack for each column that the MAC of a table's rows covers. */
export const changedColumns = <World>({
  table,
  references = {},
  except = [],
  update,
  probe,
}: ChangedColumns<World>): PlantedRow<World>[] =>
  Object.entries(table.columns)
    .filter(([column, { spec }]) => spec.signed && !except.includes(column))
    .map(([column, { spec }]) => [
      `another ${column} in a row of ${table.name}`,
      table.name,
      (world) => update(world, { [column]: references[column]?.(world) ?? otherValues[spec.kind] }),
      probe,
    ])

/** The first row. @throws if there is none, so that an attack cannot pass by attacking nothing */
export function firstRow<Row>(rows: readonly Row[]): Row {
  if (!rows[0]) throw new Error('The row to attack is missing')
  return rows[0]
}

/** How a call ends, and which violations it records. */
export async function violationsDuring(app: Pick<TestApp, 'ctx'>, work: () => Promise<unknown>) {
  const before = (await activityOf(app)).length
  const result = await work().then(
    () => 'answered' as const,
    (reason: { code: string; status: number; message: string }) => reason,
  )
  const violations = (await activityOf(app))
    .slice(before)
    .filter(({ event_type }) => event_type === 'security_violation')
  return { result, violations }
}

/** Expects an internal error, and a violation that names the table. */
export async function expectDetected(
  app: Pick<TestApp, 'ctx'>,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { result, violations } = await violationsDuring(app, work)
  expect(result).toMatchObject({
    code: 'INTERNAL',
    status: 500,
    message: 'Something went wrong on the server. Try again, or report it with the request ID.',
  })
  // Pending key work runs before the call, and may detect the row first.
  expect(violations.length).toBeGreaterThan(0)
  for (const violation of violations)
    expect(violation).toMatchObject({
      severity: 'high',
      description: expect.stringContaining(`A row of ${table} `),
      ip: '127.0.0.1',
    })
}
