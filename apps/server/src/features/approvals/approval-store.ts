import type { DbContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { deviceLogins } from '../../db/schema/accounts.ts'
import type { Row } from '../../db/tables.ts'

/** What one party asks and a person decides. Logins of the command line are the only ones, and have the table. */
export type Approval = Row<'device_logins'>
/** What a person decides about it. */
export type Decision = Pick<Approval, 'status' | 'user_id' | 'review_hash' | 'token_id' | 'sealed_token'>

type Store = DbContext<'secrets'>

export const approvalMac = deviceLogins.mac

export async function insertApproval({ db, secrets }: Store, approval: Omit<Approval, 'mac'>): Promise<void> {
  await db
    .insertInto('device_logins')
    .values({ ...approval, mac: approvalMac.of(secrets, approval) })
    .execute()
}

/** @returns how many can still be decided or collected */
export async function countOpenApprovals(db: Db, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('device_logins')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Approvals that wait and that nobody has looked at, the oldest first. */
export const listUnread = (db: Db, now: number) =>
  db
    .selectFrom('device_logins')
    .select(['id', 'ip', 'mac'])
    .where('expires_at', '>', now)
    .where('status', '=', 'pending')
    .where('review_hash', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Finds one by one of its secrets' hashes, or by its id. @throws TamperedRowError */
export async function findApproval(
  { db, secrets }: DbContext<'secrets'>,
  by: 'id' | 'user_code_mac' | 'review_hash',
  value: string | Uint8Array,
): Promise<Approval | undefined> {
  const row = await db.selectFrom('device_logins').selectAll().where(by, '=', value).executeTakeFirst()
  if (row) approvalMac.check(secrets, row)
  return row
}

/**
 * Changes one in one statement, unless it was changed since it was read: its MAC covers all that a user decides.
 * @returns whether this call changed it
 */
export async function decideApproval(
  { db, secrets }: Store,
  approval: Approval,
  decision: Partial<Decision>,
): Promise<boolean> {
  const mac = approvalMac.of(secrets, { ...approval, ...decision })
  const { numUpdatedRows } = await db
    .updateTable('device_logins')
    .set({ ...decision, mac })
    .where('id', '=', approval.id)
    .where('mac', '=', approval.mac)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes one unless it was changed since it was read. @returns whether this call did */
export async function deleteApproval({ db }: DbContext, approval: Pick<Approval, 'id' | 'mac'>) {
  const { numDeletedRows } = await db
    .deleteFrom('device_logins')
    .where('id', '=', approval.id)
    .where('mac', '=', approval.mac)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Notes a poll, unless the last one was less than `waitMs` ago. A time further in the future comes from a clock that
 * was set back since, and does not count.
 * @returns whether the poll may be answered
 */
export async function notePoll({ db, clock }: DbContext<'clock'>, id: string, waitMs: number) {
  const now = clock()
  const { numUpdatedRows } = await db
    .updateTable('device_logins')
    .set({ last_polled_at: now })
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([
        eb('last_polled_at', 'is', null),
        eb('last_polled_at', '<=', now - waitMs),
        eb('last_polled_at', '>=', now + waitMs),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lets the asker wait longer between its polls, up to `max` seconds. */
export async function raiseInterval(
  db: Db,
  id: string,
  { by, max }: { readonly by: number; readonly max: number },
): Promise<void> {
  await db
    .updateTable('device_logins')
    .set(({ eb }) => ({ interval_seconds: eb('interval_seconds', '+', by) }))
    .where('id', '=', id)
    .where('interval_seconds', '<=', max - by)
    .execute()
}

/** Approvals that nobody collected in time, though they were approved. */
export const listUncollected = (db: Db, now: number) =>
  db
    .selectFrom('device_logins')
    .selectAll()
    .where('expires_at', '<=', now)
    .where('status', '=', 'approved')
    .execute()

/** @returns how many there were */
export async function deleteUnapproved(db: Db, now: number): Promise<number> {
  const expired = db
    .deleteFrom('device_logins')
    .where('expires_at', '<=', now)
    .where('status', '!=', 'approved')
  return Number((await expired.executeTakeFirst()).numDeletedRows)
}
