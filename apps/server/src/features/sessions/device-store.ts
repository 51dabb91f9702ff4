import { hash } from 'node:crypto'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

/** Identifies a browser by its user agent without version numbers, which change with each release. */
const programOf = (userId: number, userAgent: string) =>
  hash('sha256', `${userId}\n${userAgent.replace(/[\d._]+/g, '#')}`)

const devices = tableRows('devices')

const maxDevices = 50

/**
 * Identifies a device after it has signed in. The token proves only that this device once had the right password of one
 * account. Such a device has its own failure waits, whatever strangers do.
 */
export interface DeviceToken {
  readonly deviceId: string
  readonly issuedAt: number
}

/** Whether a device token is the newest of its device and was not ended by a password change. */
export const isCurrentToken = (db: Db, userId: number, { deviceId: id, issuedAt }: DeviceToken) =>
  devices.has({ db }, { user_id: userId, id, token_issued_at: issuedAt })

/** Replaces the token of a known device. @returns the issue time */
export async function renewToken(
  ctx: TrxContext<'clock'>,
  userId: number,
  { deviceId: id, issuedAt }: DeviceToken,
) {
  const renewedAt = Math.max(ctx.clock(), issuedAt + 1)
  await devices.update(ctx, { user_id: userId, id }, { token_issued_at: renewedAt })
  return renewedAt
}

/** Stores that a known device signed in again. */
export const touchDevice = (ctx: TrxContext<'clock'>, userId: number, id: string) =>
  devices.update(ctx, { user_id: userId, id }, { last_seen_at: ctx.clock() })

/** What a device has proved, as the column that says since when: more than the password of the account. */
export type DeviceProof = 'vault_opened_at' | 'second_factor_at'

interface DeviceOf {
  readonly userId: number
  readonly deviceId: string
}

/** Whether a device of an account has proved one of these. */
export async function hasProved(db: Db, { userId, deviceId }: DeviceOf, proofs: readonly DeviceProof[]) {
  const device = await devices.find({ db }, { user_id: userId, id: deviceId })
  return proofs.some((proof) => typeof device?.[proof] === 'number')
}

/** Stores what a device has proved for the first time. */
export const markProved = (ctx: DbContext<'clock'>, { userId, deviceId: id }: DeviceOf, proof: DeviceProof) =>
  devices.update(ctx, { user_id: userId, id, [proof]: null }, { [proof]: ctx.clock() })

const isKnown = (device: Pick<Row<'devices'>, 'program' | 'token_issued_at'>, program: string) =>
  device.program === program && device.token_issued_at !== null

/**
 * Adds a device. Beyond the maximum per account, devices that have proved no more than the password are deleted first,
 * then those that signed in only once, then the least recently used: an attacker with the password cannot make the
 * account forget the devices of its owner.
 * @returns whether the program is new: the account has devices, and none whose token still counts is this program
 */
export async function addDevice(
  ctx: TrxContext<'clock'>,
  { userId, userAgent, id }: { userId: number; userAgent: string; id: string },
): Promise<{ readonly isNewProgram: boolean; readonly issuedAt: number }> {
  const now = ctx.clock()
  const program = programOf(userId, userAgent)
  const known = await devices.list(ctx, { user_id: userId })
  const worth = (device: (typeof known)[number]) =>
    2 * Number((device.vault_opened_at ?? device.second_factor_at) !== null) +
    Number(device.last_seen_at > device.first_seen_at)
  const surplus = known
    .sort((left, right) => worth(left) - worth(right) || left.last_seen_at - right.last_seen_at)
    .slice(0, Math.max(0, known.length + 1 - maxDevices))
    .map((device) => device.id)
  if (surplus.length > 0) await devices.remove(ctx, { user_id: userId, id: surplus })
  const seen = { token_issued_at: now, first_seen_at: now, last_seen_at: now }
  await devices.insert(ctx, [{ user_id: userId, id, program, ...seen }])
  return {
    isNewProgram: known.length > 0 && !known.some((device) => isKnown(device, program)),
    issuedAt: now,
  }
}

/** Ends the device tokens of an account. The next sign-in of each program is new again: it may be an intruder's. */
export const endDeviceTokens = (db: Trx, userId: number) =>
  devices.update({ db }, { user_id: userId }, { token_issued_at: null })

/** Deletes devices that have not signed in for long. @returns how many there were */
export const deleteOldDevices = (db: Db, before: number) =>
  devices.remove({ db }, (is) => is('last_seen_at', '<', before))
