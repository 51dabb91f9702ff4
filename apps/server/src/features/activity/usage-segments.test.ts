import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideByTime } from './read-usage.ts'
import { findCandidates, type UsageSegment } from './usage-segment.ts'

const segmentOf = (times: readonly number[], index: number): UsageSegment => ({
  projectId: index,
  after: 0,
  upTo: times.length,
  generation: 0,
  entries: times.length,
  firstAt: Math.min(...times),
  lastAt: Math.max(...times),
})

const timesOfSegments = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }), {
  maxLength: 12,
})

test('a page comes from its candidates, and no entry before it from other segments is counted wrong', () => {
  const page = fc.record({ offset: fc.integer({ min: 0, max: 60 }), limit: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(timesOfSegments, page, (times, { offset, limit }) => {
      const segments = times.map(segmentOf)
      const entries = times
        .flatMap((of, segment) => of.map((at) => ({ at, segment })))
        .sort((left, right) => right.at - left.at || right.segment - left.segment)
      const candidates = findCandidates(segments, { offset, limit })
      const indexes = new Set(candidates.segments.map(({ projectId }) => projectId))
      const ofCandidates = entries.filter(({ segment }) => indexes.has(segment))
      const skip = offset - candidates.before
      const expected = entries.slice(offset, offset + limit)
      // Beyond the end there is nothing to skip to.
      if (expected.length === 0) expect(ofCandidates.slice(skip, skip + limit)).toEqual([])
      else expect(ofCandidates.slice(skip, skip + limit)).toEqual(expected)
    }),
    { numRuns: 2_000 },
  )
})

test('few of many segments are candidates for a page at either end', () => {
  const segments = Array.from({ length: 5_000 }, (_, n) => segmentOf([n, 100_000 + n], n))
  expect(findCandidates(segments, { offset: 0, limit: 20 }).segments.length).toBeLessThan(50)
  expect(findCandidates(segments, { offset: 9_980, limit: 20 }).segments.length).toBeLessThan(50)
})

test('spans of time cover every entry once, the newest first', () => {
  fc.assert(
    fc.property(timesOfSegments, fc.integer({ min: 1, max: 40_000 }), (times, entries) => {
      const segments = times.map(segmentOf).map((segment) => ({ ...segment, entries }))
      const spans = [...divideByTime(segments)]
      for (const [index, { from, until }] of spans.entries()) {
        expect(until).toBeGreaterThanOrEqual(from)
        const next = spans[index + 1]
        if (next) expect(next.until).toBe(from - 1)
      }
      for (const { firstAt, lastAt } of segments) {
        expect(spans[0]?.until).toBeGreaterThanOrEqual(lastAt)
        expect(spans.at(-1)?.from).toBeLessThanOrEqual(firstAt)
      }
    }),
    { numRuns: 500 },
  )
})

test('a list that is spread evenly is divided into spans of equal length, and a burst is one span', () => {
  const even: UsageSegment = { ...segmentOf([1, 1_000_000], 0), entries: 81_920 }
  expect([...divideByTime([even])].length).toBe(10)
  const burst: UsageSegment = { ...segmentOf([7, 7], 1), entries: 100_000 }
  expect([...divideByTime([burst])]).toEqual([{ from: 7, until: 7 }])
})
