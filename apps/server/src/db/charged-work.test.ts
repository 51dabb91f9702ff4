import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type CallWork, charged, chargeTo, leaveUncharged, uncharged } from './charged-work.ts'

const newWork = (): CallWork => ({ ms: 0, pause: async () => {} })
const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
const workFor = (ms: number) => {
  const end = processorMs() + ms
  while (processorMs() < end);
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
    await wait(5)
    nothing()
  })
  expect(work.ms).toBeLessThan(15)
  expect(other.ms).toBeGreaterThanOrEqual(5)
  expect(other.ms).toBeLessThan(15)
})
