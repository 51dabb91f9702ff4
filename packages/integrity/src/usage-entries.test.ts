import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packUsage, type UsageCall, unpackUsage } from './usage-entries.ts'
import { VaultError } from './vault-error.ts'

const call: UsageCall = {
  durationUs: 412,
  requestId: 'a1',
  status: 200,
  variables: 3,
  environmentId: 7,
  environmentName: 'production',
  method: 'GET',
  endpoint: '/v1/inject',
  ip: '203.0.113.7',
  calls: 1,
}
const written = '[1,[412,"a1",200,3,7,"production","GET","/v1/inject","203.0.113.7",1]]'

const count = fc.oneof(fc.nat(3), fc.maxSafeNat())
const text = fc.oneof(fc.constantFrom('', 'GET', '\0', '\ud800', '"],['), fc.string({ unit: 'binary' }))
const calls = fc.array(
  fc.record<UsageCall>({
    durationUs: count,
    requestId: text,
    status: count,
    variables: count,
    environmentId: fc.option(count),
    environmentName: text,
    method: text,
    endpoint: text,
    ip: text,
    calls: count,
  }),
  { maxLength: 6 },
)

it('reads what it wrote, for any calls', () => {
  fc.assert(
    fc.property(calls, (given) => {
      const packed = packUsage(given)
      expect(unpackUsage(packed)).toEqual(given)
      // PostgreSQL stores no NUL, and UTF-8 no lone surrogate.
      expect(packed.isWellFormed() && !packed.includes('\0')).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

it('omits what repeats at the end of an entry', () => {
  expect(packUsage([call])).toBe(written)
  expect(packUsage([call, { ...call, durationUs: 5, requestId: 'b2' }, { ...call, requestId: 'b2' }])).toBe(
    written.replace(/\]$/, ',[5,"b2"],[412]]'),
  )
  expect(packUsage([call, call])).toBe(written.replace(/\]$/, ',[]]'))
})

describe('refuses', () => {
  it.each([
    ['no text', ''],
    ['another version', written.replace('[1,', '[2,')],
    ['an object', '{"0":1}'],
    ['white space', `${written} `],
    ['a first entry that is too short', '[1,[412]]'],
    ['a field too many', written.replace(']]', ',1]]')],
    ['another type', written.replace('412', '"412"')],
    ['null where there is always a value', written.replace('"a1"', 'null')],
    ['a negative number', written.replace('412', '-412')],
    ['a fraction', written.replace('412', '4.5')],
    ['another spelling of a number', written.replace('412', '4.12e2')],
    ['another spelling of a text', written.replace('a1', '\\u00611')],
    ['a repeated field', written.replace(/\]$/, ',[5,"b2",200]]')],
  ])('%s', (_, bad) => {
    expect(() => unpackUsage(bad)).toThrow(VaultError)
  })
})
