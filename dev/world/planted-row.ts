// Rows that an attacker with write access to the database changes, puts back or swaps.

import { expect } from 'vitest'
import type { TestApp } from './app-for-tests.ts'
import { activityOf } from './events-of.ts'

export type PlantedRow<World> = readonly [
  name: string,
  table: string,
  plant: (world: World) => Promise<unknown>,
  /** A call that must detect it. */
  probe: (world: World) => Promise<unknown>,
]

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
    message: 'Something went wrong on our side.',
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
