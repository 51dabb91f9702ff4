import { randomBytes } from 'node:crypto'
import { rowMac, verifyRow } from '@envhold/integrity/row.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import type { DbContext, SecretsContext, TrxContext } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import type { Origin } from '../../http/route.ts'
import { isDistrusted } from '../users/sign-in-attempt.ts'
import {
  addDevice,
  type DeviceToken,
  endDeviceTokens,
  isCurrentToken,
  renewToken,
  touchDevice,
} from './device-store.ts'
import { deleteSessionsOf } from './session-store.ts'

const shape = /^dev_([0-9A-Za-z]{22})_([0-9a-z]{1,9})_([0-9A-Za-z_-]{44})$/
const table = 'device_tokens'

/** `dev_<id>_<issue time, base 36>_<MAC under the server secret>`. The MAC covers the user id too. */
export function formatDeviceToken({ secrets }: SecretsContext, userId: number, token: DeviceToken): string {
  const { deviceId, issuedAt } = token
  const mac = rowMac(secrets, { table, id: deviceId, fields: { user_id: userId, issued_at: issuedAt } })
  return `dev_${deviceId}_${issuedAt.toString(36)}_${Buffer.from(mac).toString('base64url')}`
}

/** Returns the token if this server issued it to this user. The devices table says whether it is still valid. */
export function readDeviceToken({ secrets }: SecretsContext, userId: number, text: string) {
  const [, deviceId, time, mac] = shape.exec(text) ?? []
  if (!deviceId || !time || !mac) return undefined
  const issuedAt = Number.parseInt(time, 36)
  const fields = { user_id: userId, issued_at: issuedAt }
  return ifAccepted(() => {
    verifyRow(secrets, { table, id: deviceId, fields }, Buffer.from(mac, 'base64url'))
    return { deviceId, issuedAt }
  })
}

/** Finds the device of a token, if the account has signed in from it and it may still be trusted. */
export async function findKnownDevice(
  ctx: DbContext<'clock' | 'secrets'>,
  userId: number,
  text: string | undefined,
): Promise<DeviceToken | undefined> {
  const token = text === undefined ? undefined : readDeviceToken(ctx, userId, text)
  if (!token || !(await isCurrentToken(ctx.db, userId, token))) return undefined
  return (await isDistrusted(ctx, token.deviceId)) ? undefined : token
}

/**
 * Stores that an account was signed in to from a device.
 * @returns its id, the token for it to store, and whether the account has not used this program before
 */
export async function recordDevice(
  tx: TrxContext<'clock' | 'secrets'>,
  userId: number,
  { userAgent }: Origin,
  known?: DeviceToken,
): Promise<{ readonly deviceId: string; readonly deviceToken: string; readonly isNewProgram: boolean }> {
  if (known) {
    const { deviceId } = known
    await touchDevice(tx, userId, deviceId)
    return { deviceId, deviceToken: formatDeviceToken(tx, userId, known), isNewProgram: false }
  }
  const deviceId = randomBytes(11).toString('hex')
  const { isNewProgram, issuedAt } = await addDevice(tx, { userId, userAgent, id: deviceId })
  return { deviceId, deviceToken: formatDeviceToken(tx, userId, { deviceId, issuedAt }), isNewProgram }
}

/** Ends every device token of an account. @returns a new one for the caller's device */
export async function renewDeviceToken(
  tx: TrxContext<'clock' | 'secrets'>,
  userId: number,
  origin: Origin,
  known: DeviceToken | undefined,
): Promise<string> {
  await endDeviceTokens(tx.db, userId)
  if (!known) return (await recordDevice(tx, userId, origin)).deviceToken
  const issuedAt = await renewToken(tx, userId, known)
  return formatDeviceToken(tx, userId, { ...known, issuedAt })
}

/** Ends every session and every device token of an account. The caller drops its unlocked keys after the commit. */
export async function endAllDevices(trx: Trx, userId: number): Promise<void> {
  await deleteSessionsOf(trx, userId)
  await endDeviceTokens(trx, userId)
}
