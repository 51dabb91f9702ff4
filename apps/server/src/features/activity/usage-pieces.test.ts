import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideByTime } from './read-usage.ts'
import { findCandidates, type UsageSegment } from './usage-segment.ts'

const pieceOf = (times: readonly number[], index: number): UsageSegment => ({
  projectId: index,
  after: 0,
  upTo: times.length,
  generation: 0,
  entries: times.length,
  firstAt: Math.min(...times),
  lastAt: Math.max(...times),
})

const timesOfPieces = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }), {
  maxLength: 12,
})

test('a page comes from its candidates, and no entry before it from other pieces is counted wrong', () => {
  const page = fc.record({ offset: fc.integer({ min: 0, max: 60 }), limit: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(timesOfPieces, page, (times, { offset, limit }) => {
      const pieces = times.map(pieceOf)
      const entries = times
        .flatMap((of, piece) => of.map((at) => ({ at, piece })))
        .sort((left, right) => right.at - left.at || right.piece - left.piece)
      const candidates = findCandidates(pieces, { offset, limit })
      const indexes = new Set(candidates.pieces.map(({ projectId }) => projectId))
      const ofCandidates = entries.filter(({ piece }) => indexes.has(piece))
      const skip = offset - candidates.before
      const wanted = entries.slice(offset, offset + limit)
      // Beyond the end there is nothing to skip to.
      if (wanted.length === 0) expect(ofCandidates.slice(skip, skip + limit)).toEqual([])
      else expect(ofCandidates.slice(skip, skip + limit)).toEqual(wanted)
    }),
    { numRuns: 2_000 },
  )
})

test('few of many pieces are candidates for a page at either end', () => {
  const pieces = Array.from({ length: 5_000 }, (_, n) => pieceOf([n, 100_000 + n], n))
  expect(findCandidates(pieces, { offset: 0, limit: 20 }).pieces.length).toBeLessThan(50)
  expect(findCandidates(pieces, { offset: 9_980, limit: 20 }).pieces.length).toBeLessThan(50)
})

test('spans of time cover every entry once, the newest first', () => {
  fc.assert(
    fc.property(timesOfPieces, fc.integer({ min: 1, max: 40_000 }), (times, entries) => {
      const pieces = times.map(pieceOf).map((piece) => ({ ...piece, entries }))
      const spans = [...divideByTime(pieces)]
      for (const [index, { from, until }] of spans.entries()) {
        expect(until).toBeGreaterThanOrEqual(from)
        const next = spans[index + 1]
        if (next) expect(next.until).toBe(from - 1)
      }
      for (const { firstAt, lastAt } of pieces) {
        expect(spans[0]?.until).toBeGreaterThanOrEqual(lastAt)
        expect(spans.at(-1)?.from).toBeLessThanOrEqual(firstAt)
      }
    }),
    { numRuns: 500 },
  )
})

test('a list that is spread evenly is divided into spans of equal length, and a burst is one span', () => {
  const even: UsageSegment = { ...pieceOf([1, 1_000_000], 0), entries: 81_920 }
  expect([...divideByTime([even])].length).toBe(10)
  const burst: UsageSegment = { ...pieceOf([7, 7], 1), entries: 100_000 }
  expect([...divideByTime([burst])]).toEqual([{ from: 7, until: 7 }])
})
