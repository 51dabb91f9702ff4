import { expect, test } from 'vitest'
import { createExpectedState } from './expected-state.ts'

const one = (key: string, value: string | null) => new Map([[key, value]])
const values = (values: Record<string, string>) => new Map(Object.entries(values))

test('what was answered must be there, exactly', () => {
  const ledger = createExpectedState()
  ledger.sent(1, one('A', '1')).answered(1)
  ledger.sent(1, one('B', '2')).answered(2)
  expect(ledger.reconcile(1, values({ A: '1', B: '2' }), 2)).toEqual([])
  expect(ledger.reconcile(1, values({ A: '1' }), 2)).toEqual(['environment 1: B is missing'])
  expect(ledger.reconcile(1, values({ A: '1', C: '3' }), 2)).toEqual([
    'environment 1: C is there and should not be',
  ])
  expect(ledger.reconcile(1, values({ A: '9', C: '3' }), 2)).toEqual([
    'environment 1: A has another value than was answered',
  ])
})

test('a deletion that was answered stays one', () => {
  const ledger = createExpectedState()
  ledger.sent(1, one('A', '1')).answered(1)
  ledger.sent(1, one('A', null)).answered(2)
  expect(ledger.reconcile(1, values({ A: '1' }), 2)).toHaveLength(1)
})

test('a write without an answer may have happened or not', () => {
  for (const actual of ['old', 'new']) {
    const ledger = createExpectedState()
    ledger.sent(1, one('A', 'old')).answered(1)
    ledger.sent(1, one('A', 'new'))
    expect(ledger.reconcile(1, values({ A: actual }), 2)).toEqual([])
  }
  const ledger = createExpectedState()
  ledger.sent(1, one('A', 'old')).answered(1)
  ledger.sent(1, one('A', 'new'))
  expect(ledger.reconcile(1, values({ A: 'other' }), 2)).toHaveLength(1)
})

test('half a batch is a fault', () => {
  const ledger = createExpectedState()
  const batch = new Map([
    ['A', 'new'],
    ['B', 'new'],
  ])
  ledger.sent(1, batch)
  expect(ledger.reconcile(1, values({ A: 'new' }), 1)).toEqual([
    'environment 1: A is there and should not be',
  ])
})

test('a version that was answered or shown never goes back', () => {
  const ledger = createExpectedState()
  ledger.seen(1, 5)
  expect(ledger.reconcile(1, values({}), 4)).toEqual(['environment 1: at version 4, and 5 was answered'])
})
