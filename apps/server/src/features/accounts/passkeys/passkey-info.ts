import type { PasskeyInfo } from '@envhold/contract/passkeys.ts'
import type { Config } from '../../../config/config.ts'
import { wireTime } from '../../../http/wire-time.ts'
import type { Passkey } from '../webauthn/passkey-store.ts'
import { webauthnSiteOf } from '../webauthn/webauthn-site.ts'

/** A passkey as the API shows it. */
export const passkeyInfoOf = (
  config: Pick<Config, 'publicUrl'>,
  passkey: Passkey,
  opensVault: boolean,
): PasskeyInfo => ({
  id: passkey.id,
  name: passkey.name,
  synced: passkey.device_type === 'multiDevice',
  can_open_vault: passkey.has_prf === 1,
  opens_vault: opensVault,
  usable: passkey.rp_id === webauthnSiteOf(config)?.rpId,
  created_at: wireTime(passkey.created_at),
  last_used_at: passkey.last_used_at === null ? null : wireTime(passkey.last_used_at),
})
