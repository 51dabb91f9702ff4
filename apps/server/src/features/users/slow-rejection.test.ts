import { expect, test } from 'vitest'
import { AppError } from '../../app-error.ts'
import { createSlowRejection } from './argon2-limiter.ts'

const rejects = (error: unknown) => async () => {
  throw error
}
const late = new AppError('LOCKED_OUT', { retryAfter: 1 })

test('delays a rejection that carries a retry time', async () => {
  const started = performance.now()
  await expect(createSlowRejection(60)(undefined, rejects(late))).rejects.toBe(late)
  expect(performance.now() - started).toBeGreaterThanOrEqual(55)
})

test('does not delay responses, other errors or clients that disconnect', async () => {
  const slowly = createSlowRejection(3_600_000)
  expect(await slowly(undefined, async () => 'done')).toBe('done')
  const wrong = new AppError('INVALID_CREDENTIALS')
  await expect(slowly(undefined, rejects(wrong))).rejects.toBe(wrong)
  const client = new AbortController()
  const response = slowly(client.signal, rejects(late))
  client.abort()
  await expect(response).rejects.toBe(late)
})

test('delays a thousand rejections at once, and not one more', async () => {
  const slowly = createSlowRejection(3_600_000)
  const clients = new AbortController()
  const responses = Array.from({ length: 1_000 }, () =>
    slowly(clients.signal, rejects(late)).catch(() => 'held'),
  )
  await new Promise((resolve) => setImmediate(resolve))
  await expect(slowly(undefined, rejects(late))).rejects.toBe(late)
  clients.abort()
  expect(await Promise.all(responses)).toHaveLength(1_000)
})
