import { hash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { DbContext, SecretsContext, TrxContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { raiseWindow, startsWithin } from '../db/count-windows.ts'
import { mailQueue } from '../db/schema/instance.ts'
import { signedRows } from '../db/signed-rows.ts'
import { tableRows, type Where } from '../db/table-rows.ts'
import type { Row, Tables } from '../db/tables.ts'
import { runTransaction, type Trx } from '../db/transaction.ts'
import { isUntampered } from '../db/unless-tampered.ts'
import { nextTurn } from '../db/yield-to-event-loop.ts'
import { daysMs } from '../jobs/retention-rule.ts'
import { maxWaitMs } from './delivery-failure.ts'

export type QueuedMail = Row<'mail_queue'>

/**
 * The MAC covers recipient and content: an attacker with write access to the database cannot send mail in this
 * server's name.
 */
export const mailMac = mailQueue.mac

const stored = signedRows(mailQueue)
const rows = tableRows('mail_queue')
const receiptRows = tableRows('mail_receipts')

export const insertMail = async (
  ctx: TrxContext<'secrets'>,
  mail: Pick<QueuedMail, 'template' | 'recipient' | 'variables'> & Partial<Pick<QueuedMail, 'receipt'>>,
  now: number,
  waitMs = 0,
): Promise<number> =>
  (await stored.insert(ctx, { ...mail, attempts: 0, next_attempt_at: now + waitMs, created_at: now })).id

/** How long an e-mail waits for others that can join it. */
export const joinMs = 5 * 60_000

const isJoinable = (template: string, now: number): Where<'mail_queue'> => [
  { template, attempts: 0 },
  (is) => is.and([is('next_attempt_at', '>', now), is('next_attempt_at', '<=', now + joinMs)]),
]

/** The mails of a template to these recipients that wait for others to join them, locked until the transaction ends. */
export async function lockJoinable(
  ctx: TrxContext<'secrets' | 'engine'>,
  { template, recipient }: { readonly template: string; readonly recipient: readonly string[] },
  now: number,
): Promise<QueuedMail[]> {
  const lock = ctx.engine === 'postgres'
  const where = [isJoinable(template, now), { recipient }]
  const waiting = await rows.list(ctx, where, { orderBy: ['id'], lock })
  // The sender reports a row that no server wrote, and drops it.
  return waiting.filter((row) => isUntampered(() => stored.check(ctx, row)))
}

/** Lets the mails of a template that wait for others be sent now. */
export const releaseJoinable = (ctx: TrxContext, template: string, now: number) =>
  rows.update(ctx, isJoinable(template, now), { next_attempt_at: now })

/** Says more in a mail that waits. */
export const changeMail = (ctx: TrxContext<'secrets'>, mail: QueuedMail, variables: string) =>
  stored.change(ctx, mail, { variables })

/** @throws TamperedRowError */
export const checkMail = ({ secrets }: SecretsContext, mail: QueuedMail): void => mailMac.check(secrets, mail)

interface Claiming {
  /** The names of those that this node can send: others wait for a node of the version that queued them. */
  readonly templates: readonly string[]
  readonly now: number
  readonly leaseUntil: number
}

/**
 * Claims the mail that has been due the longest, in one statement, so that only one of several nodes gets it. Until
 * the lease expires no other node does; the attempt counts even if this process dies during it.
 */
export async function claimMail(
  db: Db,
  { templates, now, leaseUntil }: Claiming,
): Promise<QueuedMail | undefined> {
  // A mail whose delay is longer than any delay was postponed by a clock that was ahead.
  const isDue = (eb: ExpressionBuilder<Tables, 'mail_queue'>) =>
    eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + maxWaitMs)])
  const due = db
    .selectFrom('mail_queue')
    .select('id')
    .where(isDue)
    .where('template', 'in', templates)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
  return await db
    .updateTable('mail_queue')
    .set((eb) => ({ next_attempt_at: leaseUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    .where(isDue)
    .returningAll()
    .executeTakeFirst()
}

/** An expired claim may belong to another node by now: then the row is left alone. */
type Claim = Pick<QueuedMail, 'id' | 'attempts'>

export const removeMail = (db: Db, { id, attempts }: Claim) => rows.remove({ db }, { id, attempts })

/** Removes mails whose content is no longer true. One that is being sent may still arrive. */
export async function withdrawMails(ctx: TrxContext, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await rows.remove(ctx, { id: ids })
}

/** Removes a mail that was sent, and writes its receipt if one was asked for, in one step. */
export async function removeSentMail(
  db: Db,
  { receipt, ...claim }: Claim & Pick<QueuedMail, 'receipt'>,
  now: number,
): Promise<void> {
  if (receipt === 0) await removeMail(db, claim)
  else
    await runTransaction(db, async (trx) => {
      if ((await removeMail(trx, claim)) === 1) await insertReceipt(trx, claim.id, now)
    })
}

export const postponeMail = (
  db: Db,
  { id, attempts }: Claim,
  { until, failure }: { readonly until: number; readonly failure: string },
) => rows.update({ db }, { id, attempts }, { next_attempt_at: until, failure })

/** Deleted at once, so that no sender waits for long. */
const maxDeleted = 1_000

/**
 * Deletes mails that were queued before a time: the server was off, or another version queued them. One that is being
 * sent may still arrive.
 * @returns how many there were
 */
export async function deleteOldMails(db: Db, before: number): Promise<number> {
  const old = db.selectFrom('mail_queue').select('id').where('created_at', '<', before).limit(maxDeleted)
  for (let deleted = 0; ; ) {
    const removed = await rows.remove({ db }, (is) => is('id', 'in', old))
    deleted += removed
    if (removed < maxDeleted) return deleted
    await nextTurn()
  }
}

/** Of one template, to one e-mail address. */
const maxPerHour = 30
const hourMs = 3_600_000

/**
 * Counts one more mail, and returns whether it may be sent. A user can repeat what causes a mail, to an address that
 * is not verified. Templates are counted separately, so that one cannot block another.
 */
export async function reserveMailRate(
  trx: Trx,
  template: string,
  recipient: string,
  now: number,
): Promise<boolean> {
  const raised = raiseWindow('attempts', { current: startsWithin(hourMs, now), start: now, added: 1 })
  const { count } = await trx
    .insertInto('attempts')
    .values({
      kind: `mail-${template}`,
      identity: hash('sha256', recipient.normalize('NFC').toLowerCase()),
      window_start: now,
      count: 1,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'identity']).doUpdateSet(raised))
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= maxPerHour
}

/** Longer than anything waits for a mail. */
export const mailReceiptDays = 100

async function insertReceipt(trx: Trx, mailId: number, sentAt: number): Promise<void> {
  await trx
    .insertInto('mail_receipts')
    .values({ mail_id: mailId, sent_at: sentAt })
    .onConflict((conflict) => conflict.column('mail_id').doNothing())
    .execute()
}

/** What became of a mail. Neither sent nor given up: it is still queued. */
export interface Mailed {
  readonly sentAt: number | null
  readonly isGivenUp: boolean
}

/** What became of mails that were queued with a receipt. */
export async function findMailed(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Mailed>> {
  if (ids.length === 0) return new Map()
  // The queue first: a mail that is sent between the two queries has its receipt by then.
  const queued = await db.selectFrom('mail_queue').select('id').where('id', 'in', ids).execute()
  const receipts = await receiptRows.list({ db }, { mail_id: ids })
  const isQueued = new Set(queued.map(({ id }) => id))
  const sent = new Map(receipts.map(({ mail_id, sent_at }) => [mail_id, sent_at]))
  return new Map(
    ids.map((id) => {
      const sentAt = sent.get(id) ?? null
      return [id, { sentAt, isGivenUp: sentAt === null && !isQueued.has(id) }]
    }),
  )
}

/** Deletes old receipts. */
export const sweepMailReceipts = (ctx: DbContext<'clock'>) =>
  receiptRows.remove(ctx, (is) => is('sent_at', '<', ctx.clock() - daysMs(mailReceiptDays)))
