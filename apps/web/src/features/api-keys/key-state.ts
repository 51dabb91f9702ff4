import type { ApiKey } from '@envhold/contract/api-keys.ts'

export const keyStates = {
  active: { tone: 'good', text: 'Active' },
  expiring: { tone: 'warn', text: 'Expires Soon' },
  expired: { tone: 'bad', text: 'Expired' },
  inactive: { tone: 'neutral', text: 'Inactive' },
  deactivated: { tone: 'bad', text: 'Deactivated by an operator' },
} as const

const expiringWithinMs = 7 * 24 * 60 * 60 * 1_000

/** A key that is switched off is so whatever its expiry. */
export function keyState(
  key: Pick<ApiKey, 'is_active' | 'expires_at' | 'deactivated_at'>,
  now: number,
): keyof typeof keyStates {
  if (key.deactivated_at !== null) return 'deactivated'
  if (!key.is_active) return 'inactive'
  if (key.expires_at === null) return 'active'
  const left = Date.parse(key.expires_at) - now
  if (left <= 0) return 'expired'
  return left <= expiringWithinMs ? 'expiring' : 'active'
}
