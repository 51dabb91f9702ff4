import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { Account } from '@envhold/contract/accounts/accounts.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import { errors } from '@envhold/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import { loadSession } from './load-session.ts'

const account: Account = {
  id: 1,
  username: 'ada',
  email: 'ada@example.com',
  firstName: null,
  lastName: null,
  email_verified: true,
  can_verify_email: true,
  public_url: 'https://vault.example.com',
  time_zone: 'UTC',
  created_at: '2026-01-01T00:00:00.000Z',
}
const refusal = (code: ErrorCode) =>
  new ApiError(errors[code].status, { error: code, message: errors[code].message, request_id: 'r1' }, null)

/** Answers with each of `answers` in turn, and with the last one from then on. */
const loading = async (...answers: (Account | Error)[]) => {
  const waits: number[] = []
  let calls = 0
  const state = await loadSession({
    read: async () => {
      const answer = answers[Math.min(calls, answers.length - 1)]
      calls += 1
      if (!answer || answer instanceof Error) throw answer ?? new Error('nothing to answer')
      return answer
    },
    wait: async (ms) => void waits.push(ms),
  })
  return { state, waits, calls }
}

describe('loading the session', () => {
  it('is ready at the first answer', async () => {
    expect(await loading(account)).toEqual({ state: { status: 'ready', account }, waits: [], calls: 1 })
  })

  it('is ready with nobody when the server knows no such session', async () => {
    const { state, calls } = await loading(refusal('UNAUTHENTICATED'))
    expect(state).toEqual({ status: 'ready', account: null })
    expect(calls).toBe(1)
  })

  it('is suspended when the account is', async () => {
    expect(await loading(refusal('ACCOUNT_SUSPENDED'))).toEqual({
      state: { status: 'suspended' },
      waits: [],
      calls: 1,
    })
  })

  it('tries again, and is ready once the server is back', async () => {
    const away = new UnreachableError('network')
    expect(await loading(away, refusal('UNAVAILABLE'), account)).toEqual({
      state: { status: 'ready', account },
      waits: [125, 250],
      calls: 3,
    })
  })

  it('is degraded after five more tries, waiting twice as long each time', async () => {
    expect(await loading(new UnreachableError('timeout'))).toEqual({
      state: { status: 'degraded', error: new UnreachableError('timeout') },
      waits: [125, 250, 500, 1_000, 2_000],
      calls: 6,
    })
  })

  it('is in error when the server keeps answering with a fault', async () => {
    const { state, calls } = await loading(refusal('INTERNAL'))
    expect(state).toEqual({ status: 'error', requestId: 'r1' })
    expect(calls).toBe(6)
  })

  it('is in error when something else answers', async () => {
    expect((await loading(new UnreachableError('not-envhold'))).state).toEqual({
      status: 'error',
      requestId: null,
    })
  })

  it('does not repeat what was refused', async () => {
    const { state, calls } = await loading(refusal('FORBIDDEN'))
    expect(state).toEqual({ status: 'error', requestId: 'r1' })
    expect(calls).toBe(1)
  })
})
