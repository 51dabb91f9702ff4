/**
 * The keyring holds what opens environments: users' key pairs, sealed under their master passwords, and for every
 * environment its keys by epoch, each sealed to every principal with access. A call that needs the vault unlocks it
 * (unlock.ts) and becomes a key holder; a key holder opens an environment's key with its own grant
 * (open-environment-key.ts). The list of holders has a MAC under that key (verify-roster.ts), so that nobody can be
 * added through the database alone.
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

/** Who acts with an unlocked vault, and from where. */
export interface Acting {
  readonly caller: UserCaller
  readonly origin: Origin
}

/**
 * Runs pending key work: re-keys environments after a revocation, grants keys to collaborators who are waiting. Never
 * rejects, because it does not belong to the call that unlocked the vault.
 */
export type RunPendingKeyWork = (holder: KeyHolder, acting: Acting) => Promise<void>

/** The state of one process for unlocking. */
export interface Keyring {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly cache: UnlockCache
  readonly processKey: ProcessKey
  /** Running unlocks, by slot: concurrent calls with the same password share one Argon2id run. */
  readonly underWay: Map<string, { readonly opening: Promise<KeyPairSeed>; readonly callers: SharedSignal }>
  readonly runPendingKeyWork: RunPendingKeyWork
}

/** Who asks for an Argon2id run for a vault. */
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
