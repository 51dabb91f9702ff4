import type { GrantedEpoch } from '@envhold/vault/grant.ts'
import type { EnvironmentKey } from '@envhold/vault/key.ts'
import type { Token } from '@envhold/vault/token.ts'
import {
  newProcessKey,
  openUnlockedEnvironment,
  sealUnlockedEnvironment,
  unlockCacheKey,
} from '@envhold/vault/unlock-seal.ts'
import type { Context } from '../../context.ts'

/**
 * Environment keys that tokens unwrapped, so that a token which calls again is spared the key agreement. Each is sealed
 * under a key that only the presented token gives; the memory alone opens nothing. That the token may still read the
 * environment is asked of the database on every call, not of this.
 */
export interface EnvironmentKeyCache {
  /** The key that `unwrap` gives, or gave a while ago. */
  open(token: Token, at: GrantedEpoch, unwrap: () => EnvironmentKey): EnvironmentKey
}

interface Entry {
  readonly sealed: Uint8Array
  readonly until: number
  idleUntil: number
}

const idleMs = 5 * 60_000
const longestMs = 30 * 60_000
const most = 10_000

export function createEnvironmentKeyCache({ clock }: Pick<Context, 'clock'>): EnvironmentKeyCache {
  const processKey = newProcessKey()
  const entries = new Map<string, Entry>()

  const fresh = (name: string, now: number): Entry | undefined => {
    const entry = entries.get(name)
    if (entry && now < entry.until && now < entry.idleUntil) return entry
    entries.delete(name)
    return undefined
  }

  return {
    open(token, at, unwrap) {
      const now = clock()
      const cacheKey = unlockCacheKey(processKey, token)
      const name = `${cacheKey.slot}/${at.environment}/${at.epoch}`
      const known = fresh(name, now)
      if (known) {
        known.idleUntil = now + idleMs
        return openUnlockedEnvironment(cacheKey, at, known.sealed)
      }
      const key = unwrap()
      const oldest = entries.size >= most ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
      const sealed = sealUnlockedEnvironment(cacheKey, at, key)
      entries.set(name, { sealed, until: now + longestMs, idleUntil: now + idleMs })
      return key
    },
  }
}
