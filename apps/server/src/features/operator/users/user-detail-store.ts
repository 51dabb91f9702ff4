import type { Db } from '../../../db/connect.ts'

/** What a list of accounts does not show: which methods an account signs in with, and when it was used. Nothing secret. */
export async function findUsedBy(
  db: Db,
  userId: number,
  now: number,
): Promise<{
  readonly sessions: number
  readonly lastSeenAt: number | null
  readonly lastSignInAt: number | null
  readonly hasMasterPassword: boolean
}> {
  const sessions = await db
    .selectFrom('sessions')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('last_seen_at').as('seen')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  const devices = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.max('last_seen_at').as('seen'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const key = await db
    .selectFrom('user_keys')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    sessions: Number(sessions.total),
    lastSeenAt: sessions.seen,
    lastSignInAt: devices?.seen ?? null,
    hasMasterPassword: key !== undefined,
  }
}
