import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLinearizable, type Operation, type State } from './linearizability.ts'

const first: State = { value: 'a', version: 1 }
const never = Number.POSITIVE_INFINITY

const read = (start: number, end: number, value: string, version?: number): Operation => ({
  kind: 'read',
  ...{ start, end, value, version },
})
const write = (start: number, end: number, value: string, version?: number): Operation => ({
  kind: 'write',
  ...{ start, end, value, version },
})

it.each<[string, Operation[]]>([
  ['nothing', []],
  ['one call after the other', [read(0, 1, 'a', 1), write(2, 3, 'b', 2), read(4, 5, 'b', 2)]],
  ['a read beside a write, with either value', [write(0, 9, 'b', 2), read(1, 2, 'a', 1), read(3, 4, 'b', 2)]],
  ['writes whose versions give their order', [write(0, 9, 'c', 3), write(0, 9, 'b', 2), read(10, 11, 'c')]],
  ['a write without an answer that happened', [write(0, never, 'b'), read(5, 6, 'a'), read(7, 8, 'b', 2)]],
  ['a write without an answer that never happened', [write(0, never, 'b'), write(5, 6, 'c', 2)]],
])('%s is linearizable', (_, history) => {
  expect(isLinearizable(history, first)).toBe(true)
})

it.each<[string, Operation[]]>([
  ['a value that nobody wrote', [read(0, 1, 'z')]],
  ['an old value after a write was answered', [write(0, 1, 'b', 2), read(2, 3, 'a', 1)]],
  ['a lost write', [write(0, 1, 'b', 2), write(2, 3, 'c', 2)]],
  ['one version for two concurrent writes', [write(0, 9, 'b', 2), write(0, 9, 'c', 2)]],
  ['a value that came and went', [write(0, never, 'b'), read(1, 2, 'b'), read(3, 4, 'a')]],
  [
    'two readers who saw two orders',
    [
      ...[write(0, 9, 'b'), write(0, 9, 'c')],
      ...[read(1, 2, 'b'), read(3, 4, 'c'), read(1, 2, 'c'), read(3, 4, 'b')],
    ],
  ],
  ['a write that happened before it began', [read(0, 1, 'b'), write(2, 3, 'b', 2)]],
  ['a read with the version of another value', [write(0, 1, 'b', 2), read(2, 3, 'b', 3)]],
])('%s is not linearizable', (_, history) => {
  expect(isLinearizable(history, first)).toBe(false)
})

/** A history as an atomic register answers it: each call happens at a moment within its time. */
const histories = fc
  .array(
    fc.record({ isWrite: fc.boolean(), before: fc.nat(6), after: fc.nat(6), isAnswered: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((calls) => {
    let state = first
    return calls.map(({ isWrite, before, after, isAnswered }, n): Operation => {
      if (isWrite) state = { value: `v${n}`, version: state.version + 1 }
      const [start, end] = [10 * n - 10 * before, 10 * n + 1 + 10 * after]
      if (isWrite && !isAnswered) return write(start, never, state.value)
      return { kind: isWrite ? 'write' : 'read', start, end, ...state }
    })
  })

it('accepts each history of an atomic register', () => {
  fc.assert(
    fc.property(histories, (history) => {
      expect(isLinearizable(history, first)).toBe(true)
    }),
  )
})

it('rejects each of them once a later read returns what the first write replaced', () => {
  fc.assert(
    fc.property(histories, (history) => {
      fc.pre(history.some(({ kind, end }) => kind === 'write' && end !== never))
      const late = Math.max(...history.map(({ start, end }) => (end === never ? start : end)))
      expect(isLinearizable([...history, read(late + 1, late + 2, first.value, 1)], first)).toBe(false)
    }),
  )
})
