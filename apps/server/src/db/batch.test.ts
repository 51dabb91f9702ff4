import { expect, onTestFinished, test, vi } from 'vitest'
import { createBatch } from './batch.ts'
import { nextTurn } from './yield-to-event-loop.ts'

/** A batch whose flushes wait until the test ends them. */
function blockedBatch(maxFlushes: number) {
  const flushes: { readonly items: readonly string[]; readonly end: (error?: Error) => void }[] = []
  const batch = createBatch<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `${item}!`)))
        flushes.push({ items, end })
      }),
    { maxFlushes, groupOf: (item) => item[0] },
  )
  /** Waits until this many flushes have started, and returns the items of each. */
  const started = async (count: number) => {
    for (let turn = 0; turn < 5_000 && flushes.length < count; turn++) await nextTurn()
    return flushes.map(({ items }) => items)
  }
  return { batch, flushes, started }
}
/** Longer than a batch waits before it starts another flush. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 40))

test('callers that come together share a flush, and each gets its own result', async () => {
  const { batch, flushes, started } = blockedBatch(1)
  const results = Promise.all(['a1', 'b1', 'a2'].map((item) => batch.add(item)))
  expect(await started(1)).toEqual([['a1', 'b1', 'a2']])
  flushes[0]?.end()
  expect(await results).toEqual(['a1!', 'b1!', 'a2!'])
})

test('with one flush at a time, everything added meanwhile goes into the next', async () => {
  const { batch, flushes, started } = blockedBatch(1)
  const first = batch.add('a1')
  await started(1)
  const later = Promise.all(['b1', 'c1'].map((item) => batch.add(item)))
  await aWhile()
  expect(flushes).toHaveLength(1)
  flushes[0]?.end()
  expect(await first).toBe('a1!')
  expect(await started(2)).toEqual([['a1'], ['b1', 'c1']])
  flushes[1]?.end()
  expect(await later).toEqual(['b1!', 'c1!'])
})

test('several flushes run at once, but never two with the same group', async () => {
  const { batch, flushes, started } = blockedBatch(3)
  const results = [batch.add('a1')]
  await started(1)
  results.push(batch.add('a2'), batch.add('b1'))
  await started(2)
  results.push(batch.add('b2'), batch.add('a3'), batch.add('c1'))
  expect(await started(3)).toEqual([['a1'], ['b1'], ['c1']])
  results.push(batch.add('d1'))
  await aWhile()
  expect(flushes, 'no more than three').toHaveLength(3)
  flushes[0]?.end()
  expect((await started(4))[3], 'in the order in which they came').toEqual(['a2', 'a3', 'd1'])
  for (const { end } of flushes) end()
  expect((await started(5))[4]).toEqual(['b2'])
  flushes[4]?.end()
  expect(await Promise.all(results)).toEqual(['a1!', 'a2!', 'b1!', 'b2!', 'a3!', 'c1!', 'd1!'])
})

test('a flush that fails fails its own callers, and frees its groups', async () => {
  const { batch, flushes, started } = blockedBatch(2)
  const failed = batch.add('a1').catch((error: Error) => error.message)
  await started(1)
  const other = batch.add('b1')
  await started(2)
  const next = batch.add('a2')
  flushes[0]?.end(new Error('lost'))
  expect(await failed).toBe('lost')
  expect((await started(3))[2]).toEqual(['a2'])
  flushes[1]?.end()
  flushes[2]?.end()
  expect(await Promise.all([other, next])).toEqual(['b1!', 'a2!'])
})

test('with several flushes, the next one starts before the results of the one before are processed', async () => {
  const { batch, flushes, started } = blockedBatch(2)
  const [first, second] = [batch.add('a1'), started(1).then(() => batch.add('a2'))]
  await started(1)
  await nextTurn()
  const seen = first.then(() => flushes.map(({ items }) => items))
  flushes[0]?.end()
  expect(await seen).toEqual([['a1'], ['a2']])
  flushes[1]?.end()
  expect(await second).toBe('a2!')
})

test.each<[string, { maxFlushes: number; flushMs: number }, number[]]>([
  ['with a database nearby, 32 at a time', { maxFlushes: 2, flushMs: 0 }, [32, 32, 16]],
  ['with one far away, all', { maxFlushes: 2, flushMs: 8 }, [80]],
  ['without flushes that overlap, all', { maxFlushes: 1, flushMs: 0 }, [80]],
])('callers that come together after a first flush: %s', async (_what, { maxFlushes, flushMs }, sizes) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const seen: number[] = []
  const batch = createBatch<number, number>(
    async (items) => {
      seen.push(items.length)
      vi.advanceTimersByTime(flushMs)
      return items
    },
    { maxFlushes, groupOf: () => 'one' },
  )
  await batch.add(0)
  const many = Array.from({ length: 80 }, (_, n) => n)
  expect(await Promise.all(many.map((n) => batch.add(n)))).toEqual(many)
  expect(seen).toEqual([1, ...sizes])
})
