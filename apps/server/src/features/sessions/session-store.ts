import type { Db } from '../../db/connect.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { signedRows } from '../../db/signed-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

export type Session = Row<'sessions'>

export const sessionMac = sessions.mac

const stored = signedRows(sessions)

/** Finds the session with this id. It proves nothing yet: the caller compares the secret and checks the MAC. */
export const findSession = (db: Db, id: string) => stored.findUnchecked({ db }, { id })

/** @throws TamperedRowError */
export const checkSession = stored.check

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

export const insertSession = stored.insert

/** Stores the last use of a session and extends it. */
export const touchSession = (db: Db, id: string, seenAt: number, expiresAt: number) =>
  stored.touch({ db }, { id }, { last_seen_at: seenAt, expires_at: expiresAt })

/** Stores the last operator call of a session. */
export const touchOperatorSession = (db: Db, id: string, seenAt: number) =>
  stored.touch({ db }, { id }, { operator_seen_at: seenAt })

export const deleteSession = (db: Trx, id: string) => stored.remove({ db }, { id })

/** Lists a user's sessions, the last used first. */
export const listSessionsOf = (
  db: Db,
  userId: number,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<Session[]> =>
  tableRows('sessions').list({ db }, [{ user_id: userId }, (is) => is('expires_at', '>', now)], {
    orderBy: ['last_seen_at desc', 'id'],
    limit,
  })

/** Ends one of the user's sessions. Returns whether it existed. */
export const deleteSessionOf = async (db: Trx, userId: number, id: string) =>
  (await stored.remove({ db }, { user_id: userId, id })) === 1

/** Ends a user's sessions, except for `keep` if it is given. @returns how many there were */
export const deleteSessionsOf = (db: Trx, userId: number, keep = '') =>
  stored.remove({ db }, [{ user_id: userId }, (is) => is('id', '!=', keep)])

/** Ends a user's sessions that began before a time. @returns how many there were */
export const deleteSessionsBefore = (db: Trx, userId: number, time: number) =>
  stored.remove({ db }, [{ user_id: userId }, (is) => is('created_at', '<=', time)])

/** Ends a user's oldest sessions beyond `max`, but never the one to keep. */
export async function deleteOldestSessions(
  db: Trx,
  userId: number,
  { keep, max }: { readonly keep: string; readonly max: number },
): Promise<void> {
  const newest = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', keep)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(max - 1)
  await stored.remove({ db }, [
    { user_id: userId },
    (is) => is.and([is('id', '!=', keep), is('id', 'not in', newest)]),
  ])
}

/** @returns how many there were */
export const deleteExpiredSessions = (db: Db, now: number) =>
  stored.remove({ db }, (is) => is('expires_at', '<=', now))
