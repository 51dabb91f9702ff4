import { importKey, type KeyPairSeed } from '@envhold/integrity/key.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import { openPasskeyKey, type PasskeyUnlockKey } from '@envhold/vault/passkey-key.ts'
import { type PasskeySecret, unlockCacheKey } from '@envhold/vault/unlock-seal.ts'
import { AppError } from '../../app-error.ts'
import type { SecretsContext } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { PasskeyUnlock } from '../../http/requests/read-headers.ts'
import type { Origin } from '../../http/route.ts'
import { recordWrongSecret } from '../audit-log/activity-recorder.ts'
import type { VaultWorld } from './keyring.ts'
import { cacheSeed, limitUnlocking, seedFromMemory } from './open-seed.ts'
import { findPasskeyUnlock, type StoredPasskeyUnlock, type UserKey } from './user-key-store.ts'

const wrong = () =>
  new AppError('INVALID_MASTER_PASSWORD', {
    message: 'This passkey does not open your vault. Use your master password.',
  })

interface PasskeyAttempt {
  readonly caller: SessionCaller
  readonly passkeyUnlock: PasskeyUnlock
  readonly origin: Origin
}

/**
 * Opens a user's seed with a passkey. The secret has 256 bits, so this needs no Argon2id. The row is read on every
 * call: a passkey that was removed opens nothing, whatever is in memory.
 * @throws AppError INVALID_MASTER_PASSWORD, LOCKED_OUT; TamperedRowError
 */
export async function openSeedByPasskey(
  ctx: VaultWorld,
  key: UserKey,
  { caller, passkeyUnlock, origin }: PasskeyAttempt,
): Promise<KeyPairSeed> {
  const { keyring } = ctx
  const { userId, username } = caller
  const secret = secretOf(passkeyUnlock)
  const cacheKey = unlockCacheKey(keyring.processKey, caller.session, secret)
  const unlock = await findPasskeyUnlock(ctx, passkeyUnlock.credentialId)
  const stored = unlock?.user_id === userId && unlock.key_version === key.key_version ? unlock : undefined
  const cached = stored && seedFromMemory(keyring, cacheKey, stored)
  if (cached) return cached

  const unlocking = { kind: 'passkey-unlock', caller, origin } as const
  const seed = await limitUnlocking(ctx, unlocking, async () => stored && open(ctx, key, stored, secret))
  if (!seed || !stored) {
    const description = `A passkey did not open the vault of ${username}`
    await recordWrongSecret(keyring.recorder, { userId, origin }, description)
    throw wrong()
  }
  const description = `${username} unlocked the vault with a passkey`
  await keyring.recorder.record({ type: 'vault_unlocked', description, userId, origin })
  cacheSeed(keyring, caller, cacheKey, { stored, seed })
  return seed
}

/** Both parts were checked to be base64url, and the second to have 43 digits. */
const secretOf = ({ credentialId, unlock }: PasskeyUnlock): PasskeySecret => ({
  credentialId: Buffer.from(credentialId, 'base64url'),
  unlock: unlockKeyOf(unlock),
})

/** Reads the 32 bytes of an unlock secret in base64url. */
export const unlockKeyOf = (unlock: string) =>
  importKey<PasskeyUnlockKey>(Uint8Array.from(Buffer.from(unlock, 'base64url')))

const open = (
  { secrets }: SecretsContext,
  key: UserKey,
  { key_version: keyVersion, sealed }: StoredPasskeyUnlock,
  secret: PasskeySecret,
) =>
  ifAccepted(() =>
    openPasskeyKey({
      ...secret,
      user: key.user_id,
      keyVersion,
      publicKey: key.public_key,
      serverSecrets: secrets,
      blob: sealed,
    }),
  )
