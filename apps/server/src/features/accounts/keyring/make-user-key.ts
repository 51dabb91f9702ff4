import type { KeyPairSeed } from '@envhold/integrity/key.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { newRecoveryKey, parseRecoveryKey, sealForRecovery } from '@envhold/vault/recovery-key.ts'
import { sealUserKey } from '@envhold/vault/user-key.ts'
import type { Origin } from '../../../http/route.ts'
import { type VaultWorld, vaultCaller } from '../../keyring/keyring.ts'
import type { NewUserKey } from '../../keyring/user-key-store.ts'

/** A user key ready to store, with the recovery key for the user to write down. */
export interface MadeUserKey {
  readonly key: NewUserKey
  readonly seed: KeyPairSeed
  /** Shown once and not stored. */
  readonly recoveryKey: string
}

/**
 * Seals a seed under a master password and under a new recovery key. Runs Argon2id, so it is called before the
 * transaction that stores the result.
 * @throws AppError UNAVAILABLE
 */
export async function makeUserKey(
  { secrets, keyring: { limiter } }: Pick<VaultWorld, 'secrets' | 'keyring'>,
  {
    userId: user,
    keyVersion,
    seed,
    masterPassword,
    origin,
  }: { userId: number; keyVersion: number; seed: KeyPairSeed; masterPassword: string; origin: Origin },
): Promise<MadeUserKey> {
  const at = { user, keyVersion, seed }
  const sealed = await limiter.run(vaultCaller(user, origin, origin.signal), () =>
    sealUserKey({ ...at, masterPassword, serverSecrets: secrets, argon2: limiter.userKeyCost }),
  )
  const recoveryKey = newRecoveryKey()
  const key = {
    user_id: user,
    key_version: keyVersion,
    public_key: keyPairFromSeed(seed).publicKey,
    sealed,
    sealed_recovery: sealForRecovery(at, parseRecoveryKey(recoveryKey)),
  }
  return { key, seed, recoveryKey }
}
