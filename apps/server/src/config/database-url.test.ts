import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { databaseUrlProblem } from './database-url.ts'

test.each([
  'postgres://db/envhold',
  'postgresql://envhold@db:5432/envhold?sslmode=verify-full',
  'postgres://envhold:p%40ss%2F%23@db/envhold',
  // The last @ is the one before the host.
  'postgres://envhold:p@ss@db/envhold',
  'postgres://envhold@corp:p@db/envhold?application_name=a@b',
  'postgres://[::1]:5432/envhold',
])('%s is valid', (url) => {
  expect(databaseUrlProblem(url)).toBeUndefined()
})

test.each([
  'canary#4711',
  'canary/4711',
  'canary?4711',
  'canary%zz',
  '4711#canary',
  '4711/canary',
  '4711?canary',
  'ca@nary/4711',
  'ca@nary#4711',
  'ca@nary?4711',
])('the start says that the password %s must be percent-encoded, and does not show it', (password) => {
  const start = () => readConfig({ DATABASE_URL: `postgres://envhold:${password}@db:5432/envhold` })
  expect(start).toThrow(ConfigError)
  expect(start).toThrow('with user and password percent-encoded')
  expect(start).not.toThrow(password)
})

test('any password is valid once it is encoded', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (password) => {
      const url = `postgres://envhold:${encodeURIComponent(password)}@db/envhold`
      expect(databaseUrlProblem(url)).toBeUndefined()
    }),
  )
})
