/**
 * The keyring stores what opens environments: users' key pairs, sealed under their master passwords, and every
 * environment's keys by epoch, each sealed to all of its holders. A call that needs the vault unlocks it (unlock.ts)
 * and becomes a key holder. A key holder opens an environment's key with its own grant (open-environment-key.ts). A MAC
 * under that key authenticates who holds it (roster.ts), so a writer of the database cannot add a holder.
 */
import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import type { KeyPair } from '@envhold/vault/key-pair.ts'
import { newProcessKey, type ProcessKey } from '@envhold/vault/unlock-seal.ts'
import type { ClockContext, Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { ipRateKey } from '../../http/requests/ip-rate-key.ts'
import type { Origin } from '../../http/route.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { Argon2Caller, Argon2Limiter } from '../users/argon2-limiter.ts'
import type { StoredPrincipal } from './principal-store.ts'
import { createUnlockCache, type UnlockCache } from './unlock-cache.ts'

/** Who acts with an unlocked vault, and from where. */
export interface Acting {
  readonly caller: UserCaller
  readonly origin: Origin
}

/**
 * Runs key work that needs an unlocked vault: re-keys environments after a revocation, and grants keys to collaborators
 * who are waiting. Never rejects, because the call that unlocked the vault does not depend on it.
 */
export type RunPendingKeyWork = (holder: KeyHolder, acting: Acting) => Promise<void>

/** The state that one process keeps for unlocking. */
export interface Keyring {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly cache: UnlockCache
  readonly processKey: ProcessKey
  /** Unlocks in progress, by slot. Calls that arrive together with the same password share one Argon2id computation. */
  readonly underWay: Map<string, { readonly opening: Promise<KeyPairSeed>; readonly callers: SharedSignal }>
  readonly runPendingKeyWork: RunPendingKeyWork
}

/** The world of verbs that unlock the vault. */
export interface VaultWorld extends Context {
  readonly keyring: Keyring
}

/** Identifies who needs an Argon2id computation to unlock a vault. */
export const vaultCaller = (
  userId: number,
  { ip }: Pick<Origin, 'ip'>,
  signal: AbortSignal | undefined,
): Argon2Caller => ({ lane: 'unlock', account: String(userId), ipKey: ipRateKey(ip), signal })

export function createKeyring(
  ctx: ClockContext,
  deps: {
    readonly limiter: Argon2Limiter
    readonly recorder: ActivityRecorder
    readonly runPendingKeyWork?: RunPendingKeyWork
  },
): Keyring {
  return {
    runPendingKeyWork: async () => {},
    ...deps,
    cache: createUnlockCache(ctx.clock),
    processKey: newProcessKey(),
    underWay: new Map(),
  }
}

/** One signal for several callers who share a piece of work. It aborts when all of them have disconnected. */
interface SharedSignal {
  readonly signal: AbortSignal
  /** Adds a caller. A caller without a signal keeps the work going. */
  join(signal: AbortSignal | undefined): void
}

export function createSharedSignal(): SharedSignal {
  const controller = new AbortController()
  let present = 0
  return {
    signal: controller.signal,
    join(signal) {
      if (signal?.aborted) return
      present++
      const leave = () => {
        present--
        if (present === 0) controller.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
    },
  }
}

/** A caller whose vault is unlocked for this one call: a user, or a personal token that acts for one. */
export interface KeyHolder {
  readonly userId: number
  readonly principal: StoredPrincipal
  readonly keyPair: KeyPair
}
