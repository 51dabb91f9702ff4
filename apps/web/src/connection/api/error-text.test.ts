import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { type ErrorCode, errors } from '@envhold/contract/errors.ts'
import { describe, expect, it, test } from 'vitest'
import { type ErrorTexts, errorText, fieldErrors, outageText, readErrorText } from './error-text.ts'

const rejection = (
  error: ErrorCode,
  message: string = errors[error].message,
  retryAfter: number | null = null,
) =>
  new ApiError(
    errors[error].status,
    { error, message, request_id: 'req-9', details: [{ path: 'name', message: 'No' }] },
    retryAfter,
  )

const texts: ErrorTexts = {
  fallback: 'Failed to do it',
  on: { CONFLICT: 'It is there already' },
}

describe('error texts', () => {
  it('prefers what the action says of a code to the server’s sentence', () => {
    expect(errorText(rejection('CONFLICT', 'A name exists'), texts)).toBe('It is there already')
  })

  it('prefers the server’s own sentence where the action has none', () => {
    expect(errorText(rejection('LIMIT_REACHED', 'Your plan allows 1 project.'), texts)).toBe(
      'Your plan allows 1 project.',
    )
  })

  it('asks to sign in where the session had ended, unless the action says it better', () => {
    const better = { ...texts, on: { UNAUTHENTICATED: 'Please log in to do it' } }
    expect(errorText(rejection('UNAUTHENTICATED'), texts)).toBe(
      'Your session had ended. Sign in and try again.',
    )
    expect(errorText(rejection('UNAUTHENTICATED'), better)).toBe('Please log in to do it')
  })

  it('says how long to wait', () => {
    const locked = 'Too many wrong attempts. Please try again later.'
    expect(errorText(rejection('LOCKED_OUT', locked, 30))).toBe(
      'Too many wrong attempts. Try again in 30 seconds.',
    )
    expect(errorText(rejection('LOCKED_OUT', locked, 601))).toBe(
      'Too many wrong attempts. Try again in 11 minutes.',
    )
  })

  it('names the request when the fault is the server’s', () => {
    expect(errorText(rejection('INTERNAL'), texts)).toBe('Failed to do it. Quote req-9 when you report it.')
  })

  it('says that the server is away, and what failed', () => {
    expect(errorText(new UnreachableError('network'), texts)).toBe(
      'The server cannot be reached. Failed to do it.',
    )
    expect(errorText(new UnreachableError('timeout'), { ...texts, unanswered: 'It may be done' })).toBe(
      'The server did not answer in time. It may be done.',
    )
    expect(errorText(new UnreachableError('timeout'))).toBe('The server did not answer in time.')
  })

  it('falls back on the action, and at last on anything', () => {
    expect(errorText(new Error('internal detail'), texts)).toBe('Failed to do it')
    expect(errorText('?')).toBe('Unknown error occurred')
  })

  it('hands out what is wrong with single fields', () => {
    expect(fieldErrors(rejection('VALIDATION_FAILED'))).toEqual([{ path: 'name', message: 'No' }])
    expect(fieldErrors(new Error('x'))).toEqual([])
  })
})

test('stored data is called safe only while the server does not answer or is busy', () => {
  const rejection = (error: ErrorCode, message: string) =>
    new ApiError(errors[error].status, { error, message, request_id: 'r1' }, null)
  expect(readErrorText(new UnreachableError('network'))).toBe(
    'The server cannot be reached. Your stored data is safe.',
  )
  expect(readErrorText(rejection('UNAVAILABLE', 'Busy.'), 'No version is lost.')).toBe(
    'Busy. No version is lost.',
  )
  expect(readErrorText(rejection('FORBIDDEN', 'Nobody can open this environment.'))).toBe(
    'Nobody can open this environment.',
  )
  expect(readErrorText(rejection('INTERNAL', 'Damaged'))).toBe('Request failed. Quote r1 when you report it.')
})

describe('outage text', () => {
  const rejection = (error: ErrorCode) =>
    new ApiError(errors[error].status, { error, message: errors[error].message, request_id: 'r1' }, null)

  test('no answer of the server is called a server that cannot be reached', () => {
    for (const code of Object.keys(errors) as ErrorCode[])
      expect(outageText(rejection(code)).title).toMatch(/^The server (answered|is busy|rejected)/)
  })

  test.each([
    [new UnreachableError('network'), 'The server cannot be reached', undefined],
    [new UnreachableError('timeout'), 'The server did not answer in time', undefined],
    [new UnreachableError('not-envhold'), 'Something else answered in place of the server', undefined],
    [rejection('INTERNAL'), 'The server answered with an error', 'Quote r1 when you report it.'],
    [rejection('UNAVAILABLE'), 'The server is busy', errors.UNAVAILABLE.message],
    [rejection('FORBIDDEN'), 'The server rejected a request', errors.FORBIDDEN.message],
    [new Error('a bug'), 'Something went wrong on this page', undefined],
  ])('%s: %s', (error, title, detail) => {
    expect(outageText(error)).toEqual({ title, detail })
  })
})
