import { expect, test } from 'vitest'
import { momentaryRejection } from './api-key-auth.ts'

const rejectionOf = (now: number, ip = '192.0.2.1', allowed: readonly string[] = []) =>
  momentaryRejection({ expires_at: 1_000, allowed_ips: JSON.stringify(allowed) }, ip, now)?.code

test('a key works until the moment of its expiry, and not in it', () => {
  expect(rejectionOf(999)).toBeUndefined()
  expect(rejectionOf(1_000)).toBe('UNAUTHENTICATED')
  expect(momentaryRejection({ expires_at: null, allowed_ips: '[]' }, '192.0.2.1', 1e15)).toBeNull()
})

test('a key with a list of IP addresses works from those only', () => {
  expect(rejectionOf(0, '192.0.2.1', ['192.0.2.0/24'])).toBeUndefined()
  expect(rejectionOf(0, '198.51.100.1', ['192.0.2.0/24'])).toBe('IP_NOT_ALLOWED')
})
