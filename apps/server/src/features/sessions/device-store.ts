import { hash } from 'node:crypto'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../db/transaction.ts'

/** Identifies a browser by its user agent without version numbers, which change with each release. */
const programOf = (userId: number, userAgent: string): string =>
  hash('sha256', `${userId}\n${userAgent.replace(/[\d._]+/g, '#')}`)

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
export async function isCurrentToken(
  db: Db,
  userId: number,
  { deviceId, issuedAt }: DeviceToken,
): Promise<boolean> {
  const row = await db
    .selectFrom('devices')
    .select('token_issued_at')
    .where('user_id', '=', userId)
    .where('id', '=', deviceId)
    .executeTakeFirst()
  return row?.token_issued_at === issuedAt
}

/** Replaces the token of a known device. @returns the issue time */
export async function renewToken(
  { db, clock }: TrxContext<'clock'>,
  userId: number,
  { deviceId, issuedAt: before }: DeviceToken,
): Promise<number> {
  const issuedAt = Math.max(clock(), before + 1)
  await db
    .updateTable('devices')
    .set({ token_issued_at: issuedAt })
    .where('user_id', '=', userId)
    .where('id', '=', deviceId)
    .execute()
  return issuedAt
}

/** Stores that a known device signed in again. */
export async function touchDevice(
  { db, clock }: TrxContext<'clock'>,
  userId: number,
  id: string,
): Promise<void> {
  await db
    .updateTable('devices')
    .set({ last_seen_at: clock() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** What a device has proved, as the column that says since when: more than the password of the account. */
export type DeviceProof = 'vault_opened_at' | 'second_factor_at'

interface DeviceOf {
  readonly userId: number
  readonly deviceId: string
}

/** Whether a device of an account has proved one of these. */
export async function hasProved(
  db: Db,
  { userId, deviceId }: DeviceOf,
  proofs: readonly DeviceProof[],
): Promise<boolean> {
  const row = await db
    .selectFrom('devices')
    .select(['vault_opened_at', 'second_factor_at'])
    .where('user_id', '=', userId)
    .where('id', '=', deviceId)
    .executeTakeFirst()
  return proofs.some((proof) => typeof row?.[proof] === 'number')
}

/** Stores what a device has proved for the first time. */
export async function markProved(
  { db, clock }: DbContext<'clock'>,
  { userId, deviceId }: DeviceOf,
  proof: DeviceProof,
): Promise<void> {
  await db
    .updateTable('devices')
    .set({ [proof]: clock() })
    .where('user_id', '=', userId)
    .where('id', '=', deviceId)
    .where(proof, 'is', null)
    .execute()
}

/**
 * Adds a device. Beyond the maximum per account, devices that have proved no more than the password are deleted first,
 * then those that signed in only once, then the least recently used: an attacker with the password cannot make the
 * account forget the devices of its owner.
 * @returns whether the program is new: the account has devices, and none of them is this program
 */
export async function addDevice(
  { db, clock }: TrxContext<'clock'>,
  { userId, userAgent, id }: { userId: number; userAgent: string; id: string },
): Promise<{ readonly isNewProgram: boolean; readonly issuedAt: number }> {
  const now = clock()
  const program = programOf(userId, userAgent)
  const known = await db
    .selectFrom('devices')
    .select(['id', 'program', 'first_seen_at', 'last_seen_at', 'vault_opened_at', 'second_factor_at'])
    .where('user_id', '=', userId)
    .execute()
  const worth = (device: (typeof known)[number]) =>
    2 * Number((device.vault_opened_at ?? device.second_factor_at) !== null) +
    Number(device.last_seen_at > device.first_seen_at)
  const surplus = known
    .sort((left, right) => worth(left) - worth(right) || left.last_seen_at - right.last_seen_at)
    .slice(0, Math.max(0, known.length + 1 - maxDevices))
    .map((device) => device.id)
  if (surplus.length > 0)
    await db.deleteFrom('devices').where('user_id', '=', userId).where('id', 'in', surplus).execute()
  await db
    .insertInto('devices')
    .values({ user_id: userId, id, program, token_issued_at: now, first_seen_at: now, last_seen_at: now })
    .execute()
  return {
    isNewProgram: known.length > 0 && !known.some((device) => device.program === program),
    issuedAt: now,
  }
}

/** Ends the device tokens of an account. Its devices are still recognised by their user agent. */
export async function endDeviceTokens(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('devices').set({ token_issued_at: null }).where('user_id', '=', userId).execute()
}

/** Deletes devices that have not signed in for long. @returns how many there were */
export async function deleteOldDevices(db: Db, before: number): Promise<number> {
  const old = db.deleteFrom('devices').where('last_seen_at', '<', before)
  return Number((await old.executeTakeFirst()).numDeletedRows)
}
