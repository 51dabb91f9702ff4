import { errorBody, errorCodes, errors } from '@envhold/contract/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError, readApiError, readErrorBody, UnreachableError } from './api-error.ts'

const text = (max: number) =>
  fc.oneof(fc.string(), fc.constant('x'.repeat(max)), fc.constant('x'.repeat(max + 1)), fc.constant(1))
const detail = fc.record({ path: text(300), message: text(500) }, { requiredKeys: ['path'] })
const nameOrNull = fc.oneof(text(100), fc.constant(null))
const limit = fc.record({
  window: fc.constantFrom('hour', 'day', 'month', 'year', '__proto__'),
  calls: fc.oneof(fc.nat(), fc.constantFrom(-1, 1.5, '1')),
  plan: nameOrNull,
  owner: nameOrNull,
  resets_at: text(24),
  upgrade_url: fc.oneof(text(2_100), fc.constant(null)),
})
const body = fc.record(
  {
    error: fc.oneof(fc.constantFrom(...errorCodes), fc.constantFrom('TEAPOT', 'toString', '__proto__', null)),
    message: text(500),
    details: fc.oneof(fc.array(detail, { maxLength: 3 }), fc.constantFrom(null, {})),
    upgradeRequired: fc.oneof(fc.boolean(), fc.constant('yes')),
    limit: fc.oneof(limit, fc.constantFrom(null, {})),
    request_id: text(64),
    more: fc.anything(),
  },
  { requiredKeys: ['error', 'message', 'request_id'] },
)
const reached = {
  ...{ window: 'month', calls: 1_000, plan: 'Free', owner: 'ada' },
  ...{ resets_at: '2026-12-01T00:00:00.000Z', upgrade_url: 'https://envhold.example/subscription' },
}
const known = { error: 'NOT_FOUND', message: 'Not found', request_id: 'r' }

test('accepts exactly what the contract accepts', () => {
  const examples: [unknown][] = [
    [known],
    [{ ...known, details: [{ path: 'a', message: 'b', more: 1 }], upgradeRequired: true }],
    [{ ...known, limit: { ...reached, more: 1 } }],
    [{ ...known, limit: { ...reached, calls: -1 } }],
    [{ ...known, details: Array.from({ length: 2_001 }, () => ({ path: '', message: '' })) }],
  ]
  fc.assert(
    fc.property(fc.oneof(body, fc.anything()), (body) => {
      const parsed = errorBody.safeParse(body)
      expect(readErrorBody(body)).toEqual(parsed.success ? parsed.data : null)
    }),
    { examples, numRuns: 2_000 },
  )
})

test.each(errorCodes)('%s comes with its status', async (error) => {
  const { status } = errors[error]
  const answer = (code: number) =>
    readApiError(new Response(JSON.stringify({ ...known, error }), { status: code }))
  expect(await answer(status)).toBeInstanceOf(ApiError)
  expect(await answer(status === 400 ? 404 : 400)).toBeInstanceOf(UnreachableError)
})

test('reports a response that is not Envhold’s with its status', async () => {
  const page = new Response('<html>', { status: 502 })
  expect(await readApiError(page)).toMatchObject({ reason: 'not-envhold', status: 502 })
})
