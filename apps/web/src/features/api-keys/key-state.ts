import type { ApiKey } from '@envhold/contract/api-keys.ts'

export const keyStates = {
  active: 'Active',
  expiring: 'Expires Soon',
  expired: 'Expired',
  inactive: 'Inactive',
} as const
export type KeyState = keyof typeof keyStates

const expiringWithinMs = 7 * 24 * 60 * 60 * 1_000

/** A deactivated key is Inactive whatever its expiry. */
export function keyState(key: Pick<ApiKey, 'is_active' | 'expires_at'>, now: number): KeyState {
  if (!key.is_active) return 'inactive'
  if (key.expires_at === null) return 'active'
  const left = Date.parse(key.expires_at) - now
  if (left <= 0) return 'expired'
  return left <= expiringWithinMs ? 'expiring' : 'active'
}
