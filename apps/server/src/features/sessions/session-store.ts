import type { SecretsContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { sessions } from '../../db/schema/accounts.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

export type Session = Row<'sessions'>

export const sessionMac = sessions.mac

/** Finds the session with this id. It proves nothing yet: the caller compares the secret and checks the MAC. */
export const findSession = (db: Db, id: string): Promise<Session | undefined> =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws TamperedRowError */
export const checkSession = ({ secrets }: SecretsContext, session: Session): void =>
  sessionMac.check(secrets, session)

const askedTogether = 1_000

/** Which of these sessions do not exist. A hint: neither MAC nor expiry is verified. */
export async function listEnded(db: Db, ids: readonly string[]): Promise<string[]> {
  const existing = new Set<string>()
  for (let start = 0; start < ids.length; start += askedTogether) {
    const some = ids.slice(start, start + askedTogether)
    const rows = await db.selectFrom('sessions').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) existing.add(id)
  }
  return ids.filter((id) => !existing.has(id))
}

export async function insertSession(
  { db, secrets }: TrxContext<'secrets'>,
  session: Omit<Session, 'mac'>,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, mac: sessionMac.of(secrets, session) })
    .execute()
}

/** Stores the last use of a session and extends it. */
export async function touchSession(db: Db, id: string, seenAt: number, expiresAt: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: seenAt, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

/** Stores the last operator call of a session. */
export async function touchOperatorSession(db: Db, id: string, seenAt: number): Promise<void> {
  await db.updateTable('sessions').set({ operator_seen_at: seenAt }).where('id', '=', id).execute()
}

export async function deleteSession(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Lists a user's sessions, the last used first. */
export const listSessionsOf = (
  db: Db,
  userId: number,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<Session[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Ends one of the user's sessions. Returns whether it existed. */
export async function deleteSessionOf(trx: Trx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ends a user's sessions, except for `keep` if it is given. @returns how many there were */
export async function deleteSessionsOf(trx: Trx, userId: number, keep?: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '!=', keep ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends a user's sessions that began before a time. @returns how many there were */
export async function deleteSessionsBefore(trx: Trx, userId: number, time: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('created_at', '<=', time)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends a user's oldest sessions beyond `max`, but never the one to keep. */
export async function deleteOldestSessions(
  trx: Trx,
  userId: number,
  { keep, max }: { readonly keep: string; readonly max: number },
): Promise<void> {
  const newest = trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', keep)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(max - 1)
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keep)
    .where('id', 'not in', newest)
    .execute()
}

/** @returns how many there were */
export async function deleteExpiredSessions(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('expires_at', '<=', now).executeTakeFirst()
  return Number(numDeletedRows)
}
