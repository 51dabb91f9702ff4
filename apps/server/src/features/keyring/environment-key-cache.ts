import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import type { Token } from '@envhold/integrity/token.ts'
import type { GrantedEpoch } from '@envhold/vault/grant.ts'
import {
  newProcessKey,
  openUnlockedEnvironment,
  sealUnlockedEnvironment,
  unlockCacheKey,
} from '@envhold/vault/unlock-seal.ts'
import type { Context } from '../../context.ts'
import { createTtlCache, unlockTtl } from './ttl-cache.ts'

/**
 * Environment keys that tokens unwrapped, so that a token that calls again skips the key agreement. Each is sealed
 * under a key that only the presented token gives; the memory alone opens nothing. Whether the token may still read
 * the environment is checked in the database on every call.
 */
export interface EnvironmentKeyCache {
  /** The key that `unwrap` returns, or returned a while ago. */
  open(token: Token, at: GrantedEpoch, unwrap: () => EnvironmentKey): EnvironmentKey
  /** Deletes what has expired; worth calling periodically. */
  sweep(): void
}

const maxEntries = 10_000

export function createEnvironmentKeyCache({ clock }: Pick<Context, 'clock'>): EnvironmentKeyCache {
  const processKey = newProcessKey()
  const entries = createTtlCache<Uint8Array>(clock, { ...unlockTtl, maxEntries })

  return {
    open(token, at, unwrap) {
      const cacheKey = unlockCacheKey(processKey, token)
      const name = `${cacheKey.slot}/${at.environment}/${at.epoch}`
      const sealed = entries.find(name)
      if (sealed) return openUnlockedEnvironment(cacheKey, at, sealed)
      const key = unwrap()
      entries.put(name, sealUnlockedEnvironment(cacheKey, at, key))
      return key
    },
    sweep: entries.sweep,
  }
}
