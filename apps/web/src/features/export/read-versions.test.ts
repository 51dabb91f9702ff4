import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import { errors } from '@envhold/contract/errors.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../connection/api/api.ts'
import { readVersions } from './read-versions.ts'

const rejection = (error: ErrorCode, retryAfter: number | null = null) =>
  new ApiError(errors[error].status, { error, message: errors[error].message, request_id: 'r' }, retryAfter)
const version = (number: number) => ({ version: number, created_at: '', author: null, variables: {} })

type Answer = Error | { versions: ReturnType<typeof version>[]; next: number | null }

function reading(
  answers: Answer[],
  { history = true, typed = null as string | null, leaveOut = null as string | null } = {},
) {
  const call = vi.fn(async (_endpoint: unknown, _input: unknown, _options: unknown) => {
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('Too many calls')
    return answer
  })
  const stopper = new AbortController()
  const onFailure = vi.fn(async (_error: unknown): Promise<string | null> => leaveOut)
  const api = { call } as unknown as Api
  const masterPassword = () => typed
  const parts = readVersions({ api, history, signal: stopper.signal, masterPassword, onFailure }, { id: 5 })
  return { parts, call, onFailure, stop: () => stopper.abort(new Error('stopped')) }
}

const all = async (parts: AsyncIterable<readonly { version: number }[] | string>) => {
  const numbers: (number | string)[] = []
  for await (const part of parts)
    numbers.push(...(typeof part === 'string' ? [part] : part.map((version) => version.version)))
  return numbers
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = async <T>(promise: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(60_000)
  return await promise
}

describe('reading the versions of an environment', () => {
  it('goes on before the last one, until there is no more', async () => {
    const { parts, call } = reading([
      { versions: [version(9), version(8)], next: 8 },
      { versions: [version(7)], next: null },
    ])
    expect(await all(parts)).toEqual([9, 8, 7])
    expect(call.mock.calls.map(([, input]) => input)).toEqual([
      { params: { id: 5 }, query: { before: undefined, limit: 200 } },
      { params: { id: 5 }, query: { before: 8, limit: 200 } },
    ])
  })

  it('without history, asks for the newest only', async () => {
    const { parts, call } = reading([{ versions: [version(9)], next: 9 }], { history: false })
    expect(await all(parts)).toEqual([9])
    expect(call.mock.calls.map(([, input]) => input)).toEqual([
      { params: { id: 5 }, query: { before: undefined, limit: 1 } },
    ])
  })

  it('sends a typed master password as a header, percent-encoded', async () => {
    const { parts, call } = reading([{ versions: [], next: null }], { typed: 'pässword' })
    await all(parts)
    expect(call.mock.calls[0]?.[2]).toMatchObject({ headers: { 'x-master-password': 'p%C3%A4ssword' } })
  })

  it('waits a moment by itself when the server is busy or unreachable', async () => {
    const { parts, onFailure } = reading([
      rejection('RATE_LIMITED', 1),
      new UnreachableError('network'),
      { versions: [version(1)], next: null },
    ])
    expect(await settle(all(parts))).toEqual([1])
    expect(onFailure).not.toHaveBeenCalled()
  })

  it.each([
    ['a long wait', rejection('RATE_LIMITED', 1_800)],
    ['a wrong master password', rejection('INVALID_MASTER_PASSWORD')],
    ['a lock', rejection('LOCKED_OUT', 900)],
    ['something else that answers', new UnreachableError('not-envhold')],
  ])('asks after %s, and goes on where it was', async (_, failure) => {
    const { parts, onFailure } = reading([
      { versions: [version(9)], next: 9 },
      failure,
      { versions: [version(8)], next: null },
    ])
    expect(await settle(all(parts))).toEqual([9, 8])
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(failure)
  })

  it('asks when waiting has not helped', async () => {
    const down = () => rejection('UNAVAILABLE', 2)
    const { parts, onFailure } = reading([down(), down(), down(), { versions: [version(1)], next: null }])
    expect(await settle(all(parts))).toEqual([1])
    expect(onFailure).toHaveBeenCalledOnce()
  })

  it('says when the environment was deleted', async () => {
    const { parts, onFailure } = reading([{ versions: [version(9)], next: 9 }, rejection('NOT_FOUND')])
    expect(await all(parts)).toEqual([9, 'It was deleted while this archive was made.'])
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('says when the vault does not have the key', async () => {
    const { parts, onFailure } = reading([rejection('FORBIDDEN')])
    expect(await all(parts)).toEqual([expect.stringContaining('Your vault does not have its key.')])
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('leaves out what the person gives up', async () => {
    const { parts, call } = reading([rejection('INTERNAL')], { leaveOut: 'It failed.' })
    expect(await all(parts)).toEqual(['It failed.'])
    expect(call).toHaveBeenCalledOnce()
  })

  it('stops while it waits', async () => {
    const { parts, stop, call } = reading([rejection('RATE_LIMITED', 5)])
    const ended = expect(all(parts)).rejects.toThrow('stopped')
    await vi.advanceTimersByTimeAsync(100)
    stop()
    await ended
    expect(call).toHaveBeenCalledOnce()
  })
})
