import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { errors } from '@envhold/contract/errors.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { createQueryClient, readQuery, shouldRetry } from './read-query.ts'

test('two who read the same call get what each selects, from one answer', async () => {
  let calls = 0
  const answer = { projects: [], unavailable: [{ id: 1 }] }
  const call = async () => {
    calls++
    return answer
  }
  const api = { call } as unknown as Api
  const queries = createQueryClient()
  const read = async <T>(select: (output: typeof answer) => T) => {
    const options = readQuery(api, listProjects, {}, select as never)
    await queries.ensureQueryData(options)
    return new QueryObserver(queries, options).getCurrentResult().data
  }
  expect(await read(({ projects }) => projects)).toEqual([])
  expect(await read(({ unavailable }) => unavailable)).toEqual([{ id: 1 }])
  expect(calls).toBe(1)
})

const unavailable = (retryAfter: number | null) =>
  new ApiError(
    503,
    { error: 'UNAVAILABLE', message: errors.UNAVAILABLE.message, request_id: 'r' },
    retryAfter,
  )

test.each([
  ['no connection', new UnreachableError('network'), true],
  ['a short pause of the server', unavailable(1), true],
  ['an unavailable server that names no time', unavailable(null), true],
  ['the end of a long wait for Argon2', unavailable(5), false],
  ['a call that waited until its timeout', new UnreachableError('timeout'), false],
])('after %s, the query is sent again: %#', (_, error, again) => {
  expect(shouldRetry(0, error)).toBe(again)
  expect(shouldRetry(2, error)).toBe(false)
})
