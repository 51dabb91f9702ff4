import { expect, it } from 'vitest'
import { statementCost } from './postgres-connection.ts'

it('grows with rows, and with the bytes of parameters and rows', () => {
  const bytes = new Uint8Array(100_000)
  expect(statementCost([1, null], [])).toBeCloseTo(0.1)
  expect(statementCost([], [{ id: 1 }, { id: 2 }])).toBeCloseTo(0.11)
  expect(statementCost([bytes, 'x'.repeat(100_000)], [{ id: 1, sealed: bytes }])).toBeCloseTo(3.105)
})
