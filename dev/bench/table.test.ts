import { expect, test } from 'vitest'
import { disturbance } from './measure.ts'
import { judgement } from './table.ts'

const goal = (ratio: number) => ({ ratio, slower: 12 })

const figure = { answers: 1, perSecond: 1, p50: 1, p99: 1, unexpected: 0 }
const cost = { serverUs: 1, databaseUs: 1, callsPerCommit: 1 }
const comparison = { figure, raw: figure, ratio: 0.3, slower: 5, disturbed: null, cost }

test('a goal is judged', () => {
  expect(judgement(comparison, goal(0.2))).toBe('≥ 0.2 reached, p99 ≤ 12 × reached')
  expect(judgement({ ...comparison, slower: 13 }, goal(0.4))).toBe('≥ 0.4 MISSED, p99 ≤ 12 × MISSED')
})

test('but not where the raw server itself was disturbed', () => {
  expect(disturbance([100, 104, 96, 101, 99])).toBeNull()
  const disturbed = disturbance([100, 104, 60, 101, 99])
  expect(disturbed).toBeCloseTo(0.44)
  expect(judgement({ ...comparison, disturbed }, goal(0.2))).toBe(
    'raw is disturbed: its rounds differ by 44 %',
  )
})
