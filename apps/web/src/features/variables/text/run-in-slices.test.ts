import type { Steps } from '@envhold/formats/steps.ts'
import { describe, expect, it } from 'vitest'
import { runInSlices } from './run-in-slices.ts'

function* working(milliseconds: number): Steps<string> {
  for (const end = performance.now() + milliseconds; performance.now() < end; ) yield
  return 'done'
}

describe('work in slices', () => {
  it('lets other tasks run in between', async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    expect(await runInSlices(working(120), new AbortController().signal)).toBe('done')
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(2)
  })

  it('stops once it is aborted', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 20)
    expect(await runInSlices(working(10_000), stop.signal)).toBeUndefined()
  })

  it('fails as its work does', async () => {
    const failing = (function* (): Steps<string> {
      yield
      throw new Error('no')
    })()
    await expect(runInSlices(failing, new AbortController().signal)).rejects.toThrow('no')
  })
})
