import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

const askMany = (readiness: ReturnType<typeof createReadiness>) =>
  Promise.all(Array.from({ length: 100 }, () => readiness.findFailures()))

test('a hundred concurrent requests share one check, and a later one runs another', async () => {
  let checks = 0
  const find = async () => {
    checks++
    return undefined
  }
  const readiness = createReadiness([{ part: 'database', find }], { freshMs: 50, waitMs: 5_000 })
  await askMany(readiness)
  expect(checks).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 60))
  await askMany(readiness)
  expect(checks).toBe(2)
})

test('a check that hangs fails after its time limit, and does not start again while it hangs', async () => {
  let checks = 0
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const find = () => {
    checks++
    return promise
  }
  const readiness = createReadiness([{ part: 'database', find }], { freshMs: 0, waitMs: 20 })
  for (const _ of [1, 2, 3])
    expect(await readiness.findFailures()).toEqual([
      { path: 'database', message: 'The database does not answer.' },
    ])
  expect(checks).toBe(1)
  resolve(undefined)
  await promise
  expect(await readiness.findFailures()).toEqual([])
})

test('names each failing part, also one that throws', async () => {
  const readiness = createReadiness([
    { part: 'database', find: () => Promise.reject(new Error('secret detail')) },
    { part: 'disk', find: async () => 'The disk that holds the data folder is full.' },
  ])
  expect(await readiness.findFailures()).toEqual([
    { path: 'database', message: 'The database does not answer.' },
    { path: 'disk', message: 'The disk that holds the data folder is full.' },
  ])
})
