import { describe, expect, it } from 'vitest'
import { keyState } from './key-state.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const day = 24 * 60 * 60 * 1_000
const key = (expiresIn: number | null, is_active = true, deactivated_at: string | null = null) => ({
  is_active,
  deactivated_at,
  expires_at: expiresIn === null ? null : new Date(now + expiresIn).toISOString(),
})

describe('the state of an API key', () => {
  it.each([
    ['no expiry', key(null), 'active'],
    ['more than 7 days left', key(7 * day + 1), 'active'],
    ['exactly 7 days left', key(7 * day), 'expiring'],
    ['one millisecond left', key(1), 'expiring'],
    ['at its end', key(0), 'expired'],
    ['past its end', key(-day), 'expired'],
    ['switched off', key(null, false), 'inactive'],
    ['switched off and past its end', key(-day, false), 'inactive'],
    ['deactivated by an operator', key(null, false, new Date(now).toISOString()), 'deactivated'],
  ])('%s', (_, key, expected) => {
    expect(keyState(key, now)).toBe(expected)
  })
})
