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
 * Environment keys that tokens unwrapped, so that a token which calls again is spared the key agreement. Each is sealed
 * under a key that only the presented token gives; the memory alone opens nothing. That the token may still read the
 * environment is asked of the database on every call, not of this.
 */
export interface EnvironmentKeyCache {
  /** The key that `unwrap` gives, or gave a while ago. */
  open(token: Token, at: GrantedEpoch, unwrap: () => EnvironmentKey): EnvironmentKey
  /** Drops what has expired; worth calling now and then. */
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
