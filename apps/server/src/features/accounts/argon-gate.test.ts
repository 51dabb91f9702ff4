import { expect, test } from 'vitest'
import { createGate } from './argon-gate.ts'

/** Work that ends when it is told to. */
const works = (count: number) => {
  let running = 0
  let most = 0
  const enders: (() => void)[] = []
  return {
    enders,
    most: () => most,
    list: Array.from({ length: count }, (_, index) => async () => {
      running++
      most = Math.max(most, running)
      await new Promise<void>((resolve) => enders.push(resolve))
      running--
      return index
    }),
  }
}

test('lets two run, lets the next wait in turn, and refuses who comes when too many wait', async () => {
  const gate = createGate({ running: 2, waiting: 3 })
  const { list, enders, most } = works(6)
  const passing = list.slice(0, 5).map((work) => gate.pass(work))
  await expect(gate.pass(list[5] ?? (async () => 0))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: 5,
  })
  const order: number[] = []
  for (const one of passing) void one.then((index) => order.push(index))
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    enders[i]?.()
  }
  await Promise.all(passing)
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(most()).toBe(2)
})

test('work that fails lets the next one in', async () => {
  const gate = createGate({ running: 1, waiting: 1 })
  const failing = gate.pass(async () => {
    throw new Error('no')
  })
  const next = gate.pass(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await gate.pass(async () => 'again')).toBe('again')
})
