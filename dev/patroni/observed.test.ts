import { expect, it } from 'vitest'
import { judge } from './observed.ts'

const ready = (at: number) => ({ at, isReady: true })
const unready = (at: number) => ({ at, isReady: false })

it('finds no fault in readiness that follows what callers see', () => {
  const answers = [ready(50), ready(150), unready(500), unready(2_000), ready(2_200)]
  expect(judge([0, 100, 2_100], answers)).toEqual({
    outageMs: 2_000,
    wronglyReadyMs: 50,
    wronglyUnreadyMs: 100,
  })
})

it('finds a node that says it is ready while no call succeeds, at the start of an outage and within', () => {
  expect(judge([0, 9_000], [ready(4_000), unready(5_000)]).wronglyReadyMs).toBe(4_000)
  expect(judge([0, 9_000], [unready(500), ready(1_000), ready(7_000), unready(8_000)]).wronglyReadyMs).toBe(
    6_500,
  )
})

it('finds a node that says too long that it is not ready, or for ever', () => {
  const answers = [unready(500), unready(4_000)]
  expect(judge([0, 2_000, 2_500], [...answers, ready(7_000)]).wronglyUnreadyMs).toBe(5_000)
  expect(judge([0, 2_000, 2_500], answers).wronglyUnreadyMs).toBe(Number.POSITIVE_INFINITY)
})
