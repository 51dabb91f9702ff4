import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { injectByName } from '@envhold/contract/inject.ts'
import { readVariablesByName } from '@envhold/contract/variables/variables.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKeyAnswer, readUserAnswer } from './answer-guards.ts'
import { leanInjectByName, leanReadVariablesByName } from './read-environment.ts'

/** Mostly valid, so that faults occur one at a time. */
const mostly = <T>(right: fc.Arbitrary<T>, ...wrong: unknown[]) =>
  fc.oneof({ arbitrary: right, weight: 30 }, { arbitrary: fc.constantFrom<unknown>(...wrong), weight: 1 })
const ends = (max: number) => fc.constantFrom('x', 'x'.repeat(max))

const id = mostly(fc.constantFrom(1, 2 ** 53 - 1), 0, -1, 1.5, 2 ** 53, '1', null, Number.NaN, undefined)
const count = mostly(fc.constantFrom(0, 2 ** 53 - 1), -1, 1.5, 2 ** 53, '1', null, undefined)
const named = (max: number) =>
  mostly(fc.record({ id, name: mostly(ends(max), 'x'.repeat(max + 1), 1, null) }), null, [], 'x')
const value = mostly(
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(65_536))),
  'x'.repeat(65_537),
  'ä'.repeat(32_769),
  'a\0b',
  '\ud800',
  1,
  null,
)
const key = mostly(
  fc.constantFrom('A', '_a1', '__proto__', 'x'.repeat(255)),
  '1A',
  'A-B',
  'A=B',
  'A\n',
  '',
  'ä',
  'x'.repeat(256),
)
/** As JSON creates it: a key named `__proto__` is a key like any other. */
const variables = mostly(
  fc
    .array(fc.tuple(key, value), { maxLength: 4 })
    .map((entries) =>
      JSON.parse(`{${entries.map((pair) => pair.map((value) => JSON.stringify(value)).join(':'))}}`),
    ),
  null,
  [],
  'x',
  Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`A${n}`, ''])),
)
const note = mostly(fc.constantFrom(null, '', 'x', 'a\nb', 'x'.repeat(1_000)), 'x'.repeat(1_001), 1)
const due = mostly(
  fc.constantFrom(null, '2027-01-31', '2028-02-29', '2000-02-29', '0000-02-29', '9999-12-31'),
  ...['2027-02-29', '2100-02-29', '2027-13-01', '2027-00-01', '2027-01-00', '2027-01-32', '2027-04-31'],
  ...['2027-1-31', '2027-01-31T00:00:00Z', '2027-01-31\n', '', 1],
)
const details = mostly(
  fc
    .array(fc.tuple(key, mostly(fc.record({ note, due }), null, {}, 'x', [])), { maxLength: 3 })
    .map((entries) =>
      JSON.parse(`{${entries.map((pair) => pair.map((value) => JSON.stringify(value)).join(':'))}}`),
    ),
  null,
  [],
  'x',
  Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`A${n}`, { note: 'x', due: null }])),
)
const link = { sequence: count, mac: mostly(ends(66), 'x'.repeat(67), 1, null) }
const created_at = mostly(
  fc.constantFrom('2026-11-22T01:02:03.004Z', null),
  '2026-11-22T01:02:03Z',
  '2026-11-22',
  '2026-11-22T01:02:03.004+01:00',
  1,
)
const activity = mostly(
  fc.record({
    head: mostly(fc.record({ ...link, created_at }), null, {}),
    remembered: mostly(fc.oneof(fc.constant(null), fc.record(link)), {}, 1),
    more: fc.constant(1),
  }),
  null,
  [],
  1,
)
const answer = fc.record(
  {
    project: named(100),
    environment: named(50),
    version: count,
    variables,
    details,
    activity,
    more: fc.constant(1),
  },
  { requiredKeys: ['project', 'environment', 'version', 'variables'] },
)

test.each([
  ['readVariablesByName', readVariablesByName, leanReadVariablesByName, readUserAnswer],
  ['injectByName', injectByName, leanInjectByName, readKeyAnswer],
] as const)(
  'the guard of %s accepts exactly what the contract accepts',
  (_, endpoint: Endpoint, lean: Endpoint, read) => {
    expect([lean.method, lean.path]).toEqual([endpoint.method, endpoint.path])
    const taken = { yes: 0, no: 0 }
    fc.assert(
      fc.property(fc.oneof({ arbitrary: answer, weight: 20 }, fc.anything()), (value) => {
        const parsed = endpoint.output?.safeParse(value)
        taken[parsed?.success ? 'yes' : 'no']++
        expect(read(value)).toEqual(parsed?.success ? parsed.data : null)
      }),
      { numRuns: 3_000 },
    )
    expect(Math.min(taken.yes, taken.no)).toBeGreaterThan(100)
  },
)
