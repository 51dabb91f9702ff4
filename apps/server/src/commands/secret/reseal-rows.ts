import { openTotpSecret, sealTotpSecret, totpSecretKid } from '@envhold/integrity/totp.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { passkeyKeyKid, rewrapPasskeyKey } from '@envhold/vault/passkey-key.ts'
import { rewrapUserKey, userKeyKid } from '@envhold/vault/user-key.ts'
import type { Row as TableRow, Tables } from '../../db/tables.ts'
import { findUserKey, type UserKey } from '../../features/keyring/user-key-store.ts'
import type { Reseal, StoredRow } from '../../verify/renew-row-store.ts'

const rowOf = <Row>(row: StoredRow) => row as unknown as Row

/** The tables with a column that is encrypted under the server secret, beside the settings. */
export const reseals: Partial<Record<keyof Tables, Reseal>> = {
  user_keys: ({ secrets }, row) => {
    const { user_id: user, key_version: keyVersion, public_key: publicKey, sealed } = rowOf<UserKey>(row)
    if (userKeyKid(sealed) === secrets.newest) return {}
    return { sealed: rewrapUserKey({ user, keyVersion, publicKey, serverSecrets: secrets, blob: sealed }) }
  },
  passkey_unlocks: async (ctx, row) => {
    const {
      passkey_id,
      user_id: user,
      key_version: keyVersion,
      sealed,
    } = rowOf<TableRow<'passkey_unlocks'>>(row)
    if (passkeyKeyKid(sealed) === ctx.secrets.newest) return {}
    const key = await findUserKey(ctx, user)
    if (!key) throw new VaultError()
    const credentialId = Buffer.from(passkey_id, 'base64url')
    const at = { user, keyVersion, publicKey: key.public_key, credentialId, serverSecrets: ctx.secrets }
    return { sealed: rewrapPasskeyKey({ ...at, blob: sealed }) }
  },
  totp_factors: ({ secrets }, row) => {
    const { id: factor, user_id: user, sealed } = rowOf<TableRow<'totp_factors'>>(row)
    if (totpSecretKid(sealed) === secrets.newest) return {}
    return {
      sealed: sealTotpSecret(secrets, { user, factor }, openTotpSecret(secrets, { user, factor }, sealed)),
    }
  },
}
