import { describe, expect, it } from 'vitest'
import { NoProgressError, rekeyAll } from './rekey-all.ts'

type Answer = { rekeyed: number; remaining: number } | Error

/** Answers with each in turn. */
const running = (...answers: Answer[]) => {
  const told: number[] = []
  const stop = new AbortController()
  const run = () =>
    rekeyAll({
      step: async () => {
        const answer = answers.shift()
        if (!answer || answer instanceof Error) throw answer ?? new Error('asked once too often')
        return answer
      },
      onProgress: (remaining) => void told.push(remaining),
      signal: stop.signal,
    })
  return { run, told, stop, left: () => answers.length }
}

describe('re-keying', () => {
  it('asks until none remains, and tells how many do', async () => {
    const { run, told } = running(
      { rekeyed: 5, remaining: 7 },
      { rekeyed: 5, remaining: 2 },
      { rekeyed: 2, remaining: 0 },
    )
    await run()
    expect(told).toEqual([7, 2, 0])
  })

  it('ends at once where nothing waits', async () => {
    const { run, told } = running({ rekeyed: 0, remaining: 0 })
    await run()
    expect(told).toEqual([0])
  })

  it('goes on after a failure where it was', async () => {
    const { run, told } = running(
      { rekeyed: 1, remaining: 2 },
      new Error('away'),
      { rekeyed: 1, remaining: 1 },
      { rekeyed: 1, remaining: 0 },
    )
    await expect(run()).rejects.toThrow('away')
    await run()
    expect(told).toEqual([2, 1, 0])
  })

  it('does not turn for ever where nothing moves', async () => {
    const still = { rekeyed: 0, remaining: 3 }
    const { run, left } = running(still, still, { rekeyed: 1, remaining: 2 }, still, still, still, still)
    await expect(run()).rejects.toBeInstanceOf(NoProgressError)
    expect(left()).toBe(1)
  })

  it('asks no more once it is stopped', async () => {
    const { run, stop, left } = running({ rekeyed: 1, remaining: 2 })
    stop.abort()
    await expect(run()).rejects.toThrow()
    expect(left()).toBe(1)
  })
})
