import { expect, test } from 'vitest'
import { driverUrl } from './driver-url.ts'

const at = (query: string) => `postgres://envhold:p%40ss@db/envhold${query}`

test.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
  'sslmode=%s verifies the certificate and the host, without a warning of the driver',
  (mode) => {
    expect(driverUrl(at(`?sslmode=${mode}`))).toBe(at('?sslmode=verify-full'))
    expect(driverUrl(at(`?a=1&sslmode=${mode}&b=2`))).toBe(at('?a=1&sslmode=verify-full&b=2'))
  },
)

test.each(['', '?sslmode=disable', '?sslmode=no-verify', '?uselibpqcompat=true&sslmode=require'])(
  'all else stays as it is: %s',
  (query) => expect(driverUrl(at(query))).toBe(at(query)),
)

test.each(['sslrootcert', 'sslcert', 'sslkey'])('a file of %s that is missing is named', (name) => {
  expect(() => driverUrl(at(`?sslmode=verify-full&${name}=/etc/ssl/typo.pem`))).toThrow(
    `DATABASE_URL: ${name} names a file that cannot be read, /etc/ssl/typo.pem (ENOENT)`,
  )
})
