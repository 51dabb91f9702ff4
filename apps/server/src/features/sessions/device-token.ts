import { rowMac, verifyRow } from '@envhold/integrity/row.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import type { Context } from '../../context.ts'

/**
 * Identifies a device after it has signed in. The token proves only that this device once had the right password of one
 * account. Such a device has its own failure waits, whatever strangers do.
 */
export interface DeviceToken {
  readonly deviceId: string
  readonly issuedAt: number
}

type Secrets = Pick<Context, 'secrets'>

const shape = /^dev_([0-9A-Za-z]{22})_([0-9a-z]{1,9})_([0-9A-Za-z_-]{44})$/
const table = 'device_tokens'

/** `dev_<id>_<issue time, base 36>_<MAC under the server secret>`. The MAC covers the user id too. */
export function formatDeviceToken({ secrets }: Secrets, userId: number, token: DeviceToken): string {
  const { deviceId, issuedAt } = token
  const mac = rowMac(secrets, { table, id: deviceId, fields: { user_id: userId, issued_at: issuedAt } })
  return `dev_${deviceId}_${issuedAt.toString(36)}_${Buffer.from(mac).toString('base64url')}`
}

/** Returns the token if this server issued it to this user. The devices table says whether it is still valid. */
export function readDeviceToken({ secrets }: Secrets, userId: number, text: string): DeviceToken | undefined {
  const [, deviceId, time, mac] = shape.exec(text) ?? []
  if (!deviceId || !time || !mac) return undefined
  const issuedAt = Number.parseInt(time, 36)
  const fields = { user_id: userId, issued_at: issuedAt }
  try {
    verifyRow(secrets, { table, id: deviceId, fields }, Buffer.from(mac, 'base64url'))
    return { deviceId, issuedAt }
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
