import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import type { Token } from '@envhold/integrity/token.ts'
import type { GrantedEpoch } from '@envhold/vault/grant.ts'
import {
  newProcessKey,
  openUnlockedEnvironment,
  sealUnlockedEnvironment,
  unlockCacheKey,
} from '@envhold/vault/unlock-seal.ts'
import type { ClockContext } from '../../context.ts'
import { createTtlCache, unlockTtl } from './ttl-cache.ts'

/**
 * Environment keys that tokens have unwrapped, so that a token's next call skips the key agreement. Each key is sealed
 * under a key derived from the presented token, so a copy of this memory opens nothing. The cache does not authorise:
 * every call asks the database whether the token may still read the environment.
 */
export interface EnvironmentKeyCache {
  /** Returns the key from the cache, or else from `unwrap`. */
  open(token: Token, at: GrantedEpoch, unwrap: () => EnvironmentKey): EnvironmentKey
  /** Drops expired entries. Call it now and then. */
  sweep(): void
}

const maxEntries = 10_000

export function createEnvironmentKeyCache({ clock }: ClockContext): EnvironmentKeyCache {
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
