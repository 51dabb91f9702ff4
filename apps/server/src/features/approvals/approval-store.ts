import type { DbContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { deviceLogins } from '../../db/schema/accounts.ts'
import { signedRows } from '../../db/signed-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'

/** What one party asks and a person decides. Logins of the command line are the only ones, and have the table. */
export type Approval = Row<'device_logins'>
/** What a person decides about it. */
export type Decision = Pick<Approval, 'status' | 'user_id' | 'review_hash' | 'token_id' | 'sealed_token'>

export const approvalMac = deviceLogins.mac

const stored = signedRows(deviceLogins)
const rows = tableRows('device_logins')

export const insertApproval = (ctx: DbContext<'secrets'>, approval: Omit<Approval, 'mac'>) =>
  stored.insertAll(ctx, [approval])

/** @returns how many can still be decided or collected */
export const countOpenApprovals = (db: Db, now: number) =>
  stored.count({ db }, (is) => is('expires_at', '>', now))

/** Approvals that wait and that nobody has looked at, the oldest first. */
export const listUnread = (db: Db, now: number) =>
  rows.list({ db }, [{ status: 'pending', review_hash: null }, (is) => is('expires_at', '>', now)], {
    orderBy: ['created_at', 'id'],
  })

/** Finds one by one of its secrets' hashes, or by its id. @throws TamperedRowError */
export const findApproval = (
  ctx: DbContext<'secrets'>,
  by: 'id' | 'user_code_mac' | 'review_hash',
  value: string | Uint8Array,
) => stored.find(ctx, (is) => is(by, '=', value))

/**
 * Changes one in one statement, unless it was changed since it was read: its MAC covers all that a user decides.
 * @returns whether this call changed it
 */
export async function decideApproval(
  ctx: DbContext<'secrets'>,
  approval: Approval,
  decision: Partial<Decision>,
) {
  const mac = approvalMac.of(ctx.secrets, { ...approval, ...decision })
  return (await rows.update(ctx, { id: approval.id, mac: approval.mac }, { ...decision, mac })) === 1
}

/** Deletes one unless it was changed since it was read. @returns whether this call did */
export const deleteApproval = async (ctx: DbContext, { id, mac }: Pick<Approval, 'id' | 'mac'>) =>
  (await stored.remove(ctx, { id, mac })) === 1

/**
 * Notes a poll, unless the last one was less than `waitMs` ago. A time further in the future comes from a clock that
 * was set back since, and does not count.
 * @returns whether the poll may be answered
 */
export async function notePoll(ctx: DbContext<'clock'>, id: string, waitMs: number) {
  const now = ctx.clock()
  const noted = await stored.touch(
    ctx,
    [
      { id },
      (is) =>
        is.or([
          is('last_polled_at', 'is', null),
          is('last_polled_at', '<=', now - waitMs),
          is('last_polled_at', '>=', now + waitMs),
        ]),
    ],
    { last_polled_at: now },
  )
  return noted === 1
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
  rows.list({ db }, [{ status: 'approved' }, (is) => is('expires_at', '<=', now)])

/** @returns how many there were */
export const deleteUnapproved = (db: Db, now: number) =>
  stored.remove({ db }, (is) => is.and([is('expires_at', '<=', now), is('status', '!=', 'approved')]))
