import { randomBytes } from 'node:crypto'
import type { Context, Within } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import { isDistrusted } from '../users/sign-in-attempt.ts'
import { addDevice, endDeviceTokens, isCurrentToken, renewToken, touchDevice } from './device-store.ts'
import { type DeviceToken, formatDeviceToken, readDeviceToken } from './device-token.ts'

/** Finds the device of a token, if the account has signed in from it and it may still be trusted. */
export async function findKnownDevice(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
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
export async function noteDevice(
  tx: Within<'clock' | 'secrets'>,
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
  tx: Within<'clock' | 'secrets'>,
  userId: number,
  origin: Origin,
  known: DeviceToken | undefined,
): Promise<string> {
  await endDeviceTokens(tx.db, userId)
  if (!known) return (await noteDevice(tx, userId, origin)).deviceToken
  const issuedAt = await renewToken(tx, userId, known)
  return formatDeviceToken(tx, userId, { ...known, issuedAt })
}
