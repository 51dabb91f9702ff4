import { setImmediate as afterThisTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type CallWork, charged, chargeTo, leaveUncharged, processorMs, uncharged } from './charged-work.ts'

const newWork = (): CallWork => ({ ms: 0, pause: async () => {} })
const workFor = (ms: number) => {
  const begun = { time: performance.now(), counted: process.threadCpuUsage() }
  const countedUs = () => {
    const { user, system } = process.threadCpuUsage(begun.counted)
    return user + system
  }
  while (performance.now() - begun.time < ms || countedUs() < ms * 1_000);
}
const nothing = () => charged(() => {})

it('charges a piece once, and what runs between two pieces of a call', async () => {
  const work = newWork()
  await chargeTo(work, async () => {
    charged(() => charged(() => workFor(5)))
    workFor(5)
    await null
    nothing()
  })
  expect(work.ms).toBeGreaterThanOrEqual(10)
  expect(work.ms).toBeLessThan(20)
})

it('charges nothing of another call, of nobody and of another turn', async () => {
  const [work, other] = [newWork(), newWork()]
  await chargeTo(work, async () => {
    nothing()
    await chargeTo(other, async () => {
      workFor(20)
      charged(() => workFor(5))
    })
    nothing()
    workFor(20)
    leaveUncharged()
    uncharged(() => charged(() => workFor(20)))
    nothing()
    workFor(20)
    // A late timer may end in the turn that set it, one that is set after its timers cannot.
    await afterThisTurn()
    await wait(5)
    nothing()
  })
  expect(work.ms).toBeLessThan(15)
  expect(other.ms).toBeGreaterThanOrEqual(5)
  expect(other.ms).toBeLessThan(15)
})

it.each([
  ['a short piece without a tick is charged its time', 0.2, 0, 0.2],
  ['one with a tick is charged its time as well', 0.2, 4, 0.2],
  ['one that another thread has interrupted is charged what was counted', 30, 1.5, 1.5],
  ['a leap of the clock is charged as a tick at most', 3_600_000, 0, 16],
])('%s', (_what, passed, counted, charge) => {
  const from = { time: 1_000, counted: 500 }
  expect(processorMs(from, { time: 1_000 + passed, counted: 500 + counted })).toBeCloseTo(charge, 6)
})
