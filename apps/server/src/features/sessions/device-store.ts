import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../db/transaction.ts'

/** A browser by what it calls itself, without the numbers that each of its releases changes. */
const deviceOf = (userId: number, userAgent: string): string =>
  hash('sha256', `${userId}\n${userAgent.replace(/[\d._]+/g, '#')}`)

/** Notes from what an account is used. @returns whether that is news: another device was known, and not this one */
export async function noteDevice(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  userId: number,
  userAgent: string,
): Promise<boolean> {
  const now = clock()
  const device = deviceOf(userId, userAgent)
  const known = await trx.selectFrom('devices').select('device').where('user_id', '=', userId).execute()
  await trx
    .insertInto('devices')
    .values({ user_id: userId, device, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet({ last_seen_at: now }))
    .execute()
  return known.length > 0 && !known.some((one) => one.device === device)
}

/** Forgets devices that nobody signed in from for long. @returns how many there were */
export async function deleteOldDevices(db: Db, before: number): Promise<number> {
  const old = db.deleteFrom('devices').where('last_seen_at', '<', before)
  return Number((await old.executeTakeFirst()).numDeletedRows)
}
