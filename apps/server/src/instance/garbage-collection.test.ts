import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const lookMs = 50

/** Allocates for a second, as calls do, then rests until its heap has shrunk, or for half a minute. */
const program = `
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { tuneGarbageCollection } from ${JSON.stringify(new URL('garbage-collection.ts', import.meta.url).href)}
tuneGarbageCollection(${lookMs})
const heapMiB = () => Math.round(process.memoryUsage().heapTotal / 2 ** 20)
let kept = []
for (const end = performance.now() + 1_000; performance.now() < end; await nextTurn())
  for (let n = 0; n < 20_000; n++) kept[n] = { texts: Array.from({ length: 20 }, () => [n]) }
kept = []
const loaded = heapMiB()
let resting = loaded
for (let waits = 0; waits < 300 && resting > loaded / 3; waits++) {
  await wait(100)
  resting = heapMiB()
}
console.log(JSON.stringify({ loaded, resting }))`

test('a server at rest gives back what its heap grew to under load', async () => {
  // The reducer of memory waits for 8 s between two attempts.
  const sooner = '--gc-memory-reducer-start-delay-ms=100'
  const { stdout } = await run(process.execPath, [sooner, '--input-type=module', '--eval', program])
  const { loaded, resting } = JSON.parse(stdout)
  expect(loaded, 'garbage was left').toBeGreaterThan(40)
  expect(resting).toBeLessThanOrEqual(loaded / 3)
})
