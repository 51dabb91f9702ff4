import { hash } from 'node:crypto'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import {
  openUnlockedSeed,
  sealUnlockedSeed,
  type UnlockCacheKey,
  unlockCacheKey,
} from '@envhold/vault/unlock-seal.ts'
import { openUserKey, type UserKeyAt } from '@envhold/vault/user-key.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { recordWrongSecret } from '../audit-log/activity-recorder.ts'
import { transact } from '../audit-log/tx.ts'
import { markProved } from '../sessions/device-store.ts'
import { findSecretCounts, reportLock, type SecretCount, type SecretKind } from '../sessions/secret-limits.ts'
import { withAttemptLimit } from '../users/attempt-limits.ts'
import { createSharedSignal, type Keyring, type VaultWorld, vaultCaller } from './keyring.ts'
import type { UserKey } from './user-key-store.ts'

const keyAt = ({ user_id, key_version }: Pick<UserKey, 'user_id' | 'key_version'>): UserKeyAt => ({
  user: user_id,
  keyVersion: key_version,
})
const storedHash = ({ sealed }: Pick<UserKey, 'sealed'>) => hash('sha256', sealed, 'buffer')

/** Who asks for a seed, and with which credentials. */
interface SeedAttempt {
  readonly caller: SessionCaller
  readonly masterPassword: string
  readonly origin: Origin
}

/**
 * Opens a user's seed with the master password: from memory when this session recently opened the same stored key with
 * the same password, else with Argon2id under the limit of wrong passwords.
 * @throws AppError INVALID_MASTER_PASSWORD, LOCKED_OUT, UNAVAILABLE
 */
export async function openSeed(ctx: VaultWorld, stored: UserKey, attempt: SeedAttempt): Promise<KeyPairSeed> {
  const { keyring } = ctx
  const { caller, masterPassword, origin } = attempt
  if (!masterPassword.isWellFormed()) throw new AppError('INVALID_MASTER_PASSWORD')
  const cacheKey = unlockCacheKey(keyring.processKey, caller.session, masterPassword)
  const cached = seedFromMemory(keyring, cacheKey, stored)
  if (cached) return cached

  const same = keyring.underWay.get(cacheKey.slot)
  if (same !== undefined) {
    same.callers.join(origin.signal)
    return await same.opening
  }
  const callers = createSharedSignal()
  callers.join(origin.signal)
  const opening = keyring.limiter.withSlowRejection(callers.signal, () =>
    openByPassword(ctx, stored, { ...attempt, signal: callers.signal }),
  )
  keyring.underWay.set(cacheKey.slot, { opening, callers })
  try {
    const seed = await opening
    cacheSeed(keyring, caller, cacheKey, { stored, seed })
    return seed
  } finally {
    keyring.underWay.delete(cacheKey.slot)
  }
}

interface OpenedSeed {
  readonly stored: StoredSeed
  readonly seed: KeyPairSeed
}

/** Caches a seed that was just opened or created, for this session and master password. */
export function rememberSeed(
  keyring: Keyring,
  { caller, masterPassword }: Pick<SeedAttempt, 'caller' | 'masterPassword'>,
  opened: OpenedSeed,
): void {
  cacheSeed(keyring, caller, unlockCacheKey(keyring.processKey, caller.session, masterPassword), opened)
}

/** What was opened: the user's key as stored under the master password, or for a passkey. */
export type StoredSeed = Pick<UserKey, 'user_id' | 'key_version' | 'sealed'>

export function seedFromMemory(keyring: Keyring, cacheKey: UnlockCacheKey, stored: StoredSeed) {
  const entry = keyring.cache.find(cacheKey.slot)
  if (!entry) return undefined
  if (entry.keyVersion === stored.key_version && sameBytes(entry.storedHash, storedHash(stored)))
    return openUnlockedSeed(cacheKey, keyAt(stored), entry.blob)
  keyring.cache.drop(cacheKey.slot)
  return undefined
}

export function cacheSeed(
  keyring: Keyring,
  { userId, session }: SessionCaller,
  cacheKey: UnlockCacheKey,
  { stored, seed }: OpenedSeed,
): void {
  keyring.cache.put(cacheKey.slot, {
    userId,
    sessionId: session.id,
    keyVersion: stored.key_version,
    storedHash: storedHash(stored),
    blob: sealUnlockedSeed(cacheKey, keyAt(stored), seed),
  })
}

async function openByPassword(
  ctx: VaultWorld,
  stored: UserKey,
  { caller, masterPassword, origin, signal }: SeedAttempt & { readonly signal: AbortSignal },
): Promise<KeyPairSeed> {
  const { keyring } = ctx
  const { userId, username } = caller
  const argon2Caller = vaultCaller(userId, origin, signal)
  const queue = <T>(work: () => Promise<T>) => keyring.limiter.run(argon2Caller, work)
  const seed = await limitUnlocking(ctx, { kind: 'master-password', caller, origin, queue }, async () => {
    try {
      return await openUserKey({
        ...keyAt(stored),
        publicKey: stored.public_key,
        serverSecrets: ctx.secrets,
        blob: stored.sealed,
        masterPassword,
      })
    } catch (error) {
      if (error instanceof VaultError) return undefined
      throw error
    }
  })
  if (!seed) {
    const wrong = `A wrong master password was given for ${username}`
    await recordWrongSecret(keyring.recorder, { userId, origin }, wrong)
    throw new AppError('INVALID_MASTER_PASSWORD')
  }
  const description = `${username} unlocked the vault`
  await keyring.recorder.record({ type: 'vault_unlocked', description, userId, origin })
  return seed
}

interface Unlocking {
  readonly kind: Extract<SecretKind, 'master-password' | 'passkey-unlock' | 'recovery'>
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly queue?: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Runs a check of what opens the vault, and limits wrong attempts by session. Each kind has its own counts: a passkey
 * that no longer works does not lock the master password, and who forgot that can still recover. From a right attempt
 * on, the device counts apart from strangers' devices.
 * @throws AppError LOCKED_OUT
 */
export async function limitUnlocking<T>(
  ctx: Context,
  { kind, caller, origin, queue }: Unlocking,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { userId, username, deviceId } = caller
  const counts = await findSecretCounts(ctx, kind, caller)
  const onLocked = (locked: SecretCount) =>
    transact(ctx, { userId, origin }, async (tx) => {
      const lock = await reportLock(tx, locked, caller, origin)
      const description = `${locked.attempts} were entered for ${username}; ${lock}`
      tx.record({ type: 'master_password_locked', description })
    })
  const opened = await withAttemptLimit(ctx, { ...counts, ...(queue && { queue }), onLocked }, check)
  if (opened !== undefined && deviceId !== null && counts.shared?.place === 'new-devices')
    await markProved(ctx, { userId, deviceId }, 'vault_opened_at')
  return opened
}
