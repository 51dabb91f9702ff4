/**
 * The keyring holds what opens environments: users' key pairs, sealed under their master passwords, and for every
 * environment its keys by epoch, each sealed to everyone who may open it. A call that needs the vault unlocks it (unlock.ts) and
 * becomes a key holder; a key holder opens an environment's key with its own grant (open-environment-key.ts). Who
 * holds a key is vouched for under that key (verify-roster.ts), so the database alone can add nobody.
 */

import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import { newProcessKey, type ProcessKey } from '@envhold/vault/unlock-seal.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { ipRateKey } from '../../http/ip-rate-key.ts'
import type { Origin } from '../../http/route.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { Argon2Caller, Argon2Limiter } from '../users/argon2-limiter.ts'
import type { KeyHolder } from './key-holder.ts'
import type { SharedSignal } from './shared-signal.ts'
import { createUnlockCache, type UnlockCache } from './unlock-cache.ts'

/** Who acts with an open vault, and from where. */
export interface Acting {
  readonly caller: UserCaller
  readonly origin: Origin
}

/**
 * Does the key work that waits for an open vault: re-keys environments after a revocation, grants keys to collaborators who
 * are waiting. Never rejects, since the call that opened the vault has nothing to do with it.
 */
export type RunPendingKeyWork = (holder: KeyHolder, acting: Acting) => Promise<void>

/** What one process keeps for unlocking. */
export interface Keyring {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly cache: UnlockCache
  readonly processKey: ProcessKey
  /** Unlocks under way, by slot: calls that arrive together with the same password share one Argon2id. */
  readonly underWay: Map<string, { readonly opening: Promise<KeyPairSeed>; readonly callers: SharedSignal }>
  readonly runPendingKeyWork: RunPendingKeyWork
}

/** Who asks for an Argon2id that has to do with a vault. */
export const vaultCaller = (
  userId: number,
  { ip }: Pick<Origin, 'ip'>,
  signal: AbortSignal | undefined,
): Argon2Caller => ({ lane: 'unlock', account: String(userId), address: ipRateKey(ip), signal })

export function createKeyring(
  ctx: Pick<Context, 'clock'>,
  parts: {
    readonly limiter: Argon2Limiter
    readonly recorder: ActivityRecorder
    readonly runPendingKeyWork?: RunPendingKeyWork
  },
): Keyring {
  return {
    runPendingKeyWork: async () => {},
    ...parts,
    cache: createUnlockCache(ctx.clock),
    processKey: newProcessKey(),
    underWay: new Map(),
  }
}
