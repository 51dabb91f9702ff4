import { expect, test } from 'vitest'
import type { ComparisonSummary } from '../comparison/comparison.ts'
import { countFilters, type KeyFacts, matchesKey, sortKeys } from './filters.ts'

const now = Date.parse('2026-03-10T10:00:00.000Z')
const sign = (kind: ComparisonSummary['kind'], isMissing = false): ComparisonSummary => ({
  kind,
  environments: ['qa'],
  isMissing,
  isDifferent: kind === 'different',
})
const facts: KeyFacts = {
  changes: {
    byKey: new Map([
      ['A', { at: '2026-03-09T10:00:00.000Z', author: 'ada' }],
      ['B', { at: '2026-03-03T10:00:00.000Z', author: null }],
      ['C', { at: '2026-03-09T11:00:00.000Z', author: 'ada' }],
    ]),
    before: '2026-03-01T10:00:00.000Z',
  },
  comparisons: new Map([
    ['A', sign('same')],
    ['B', sign('same-secret', true)],
    ['C', sign('missing', true)],
  ]),
  nearlyDue: new Set(['B', 'D']),
}
const keys = ['A', 'B', 'C', 'D']

test('filters and their counts', () => {
  const visibleKeys = (filter: 'to-check' | 'missing' | 'changed') =>
    keys.filter((key) => matchesKey(filter, key, facts, now)).join('')
  expect(visibleKeys('to-check')).toBe('BD')
  expect(visibleKeys('missing')).toBe('BC')
  expect(visibleKeys('changed')).toBe('AC')
  const counts = (known: KeyFacts) =>
    countFilters(['to-check', 'missing', 'changed'], keys, (filter, key) =>
      matchesKey(filter, key, known, now),
    )
  expect(counts(facts)).toEqual({ 'to-check': 2, missing: 2, changed: 2 })
  const unread = { changes: undefined, comparisons: new Map(), nearlyDue: new Set<string>() }
  expect(counts(unread)).toEqual({ 'to-check': 0, missing: 0, changed: 0 })
})

test('sorts by key, change and sign, both ways; what is not known comes last', () => {
  const sorted = (by: 'key' | 'changed' | 'elsewhere', isReversed = false) =>
    sortKeys(['C', 'D', 'B', 'A'], { by, isReversed }, facts).join('')
  expect(sorted('key')).toBe('ABCD')
  expect(sorted('key', true)).toBe('DCBA')
  expect(sorted('changed')).toBe('CABD')
  expect(sorted('changed', true)).toBe('BACD')
  expect(sorted('elsewhere')).toBe('BCAD')
  expect(sorted('elsewhere', true)).toBe('ACBD')
})
