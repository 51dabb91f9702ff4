import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../context.ts'
import { updatesRow } from '../db/affected-rows.ts'
import { clockToleranceMs } from '../db/count-windows.ts'
import { idempotencyKeys } from '../db/schema/limits.ts'
import { signedRows } from '../db/signed-rows.ts'
import type { Row as TableRow } from '../db/tables.ts'
import type { Trx } from '../db/transaction.ts'

type Row = TableRow<'idempotency_keys'>
type Unsigned = Omit<Row, 'mac'>

export const idempotencyMac = idempotencyKeys.mac

const stored = signedRows(idempotencyKeys)

interface Times {
  readonly now: number
  /** Keys from before that are forgotten. */
  readonly expired: number
  readonly leaseMs: number
}

/**
 * Reserves a key that nobody uses, or whose last use has expired or never ended, in one statement: of several attempts
 * on any node one gets it. Times from further ahead than a clock may be were written by a clock that was wrong.
 * @returns whether this attempt has it
 */
export async function reserveKey(
  { db, secrets }: TrxContext<'secrets'>,
  row: Unsigned,
  { now, expired, leaseMs }: Times,
): Promise<boolean> {
  const values = { ...row, mac: idempotencyMac.of(secrets, row) }
  const { id: _, ...replaced } = values
  const reserved = await db
    .insertInto('idempotency_keys')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(replaced)
        .where((eb) =>
          eb.or([
            eb('idempotency_keys.created_at', '<=', expired),
            eb('idempotency_keys.created_at', '>', now + clockToleranceMs),
            eb.and([
              eb('idempotency_keys.status', 'is', null),
              eb.or([
                eb('idempotency_keys.reserved_until', '<=', now),
                eb('idempotency_keys.reserved_until', '>', now + leaseMs + clockToleranceMs),
              ]),
            ]),
          ]),
        ),
    )
    .returning('attempt')
    .execute()
  return reserved.some(({ attempt }) => attempt === row.attempt)
}

/** @throws TamperedRowError */
export const findKey = (ctx: DbContext<'secrets'>, id: string) => stored.find(ctx, { id })

const updateOutcome = ({ db, secrets }: TrxContext<'secrets'>, row: Unsigned) => {
  const { status, answer, bytes } = row
  return db
    .updateTable('idempotency_keys')
    .set({ status, answer, bytes, mac: idempotencyMac.of(secrets, row) })
    .where('id', '=', row.id)
    .where('attempt', '=', row.attempt)
}

/** Whether an attempt may still be running. */
export const isReserved = (
  { reserved_until }: Pick<Row, 'reserved_until'>,
  { now, leaseMs }: Pick<Times, 'now' | 'leaseMs'>,
): boolean => reserved_until > now && reserved_until <= now + leaseMs + clockToleranceMs

/** Stores what was answered, unless another attempt has the key by now. */
export async function storeAnswer(tx: TrxContext<'secrets'>, row: Unsigned): Promise<void> {
  await updateOutcome(tx, row).execute()
}

/**
 * Stores an outcome if the attempt still has the key and has stored none.
 * @returns whether it did
 */
export async function storeFirstOutcome(tx: TrxContext<'secrets'>, row: Unsigned): Promise<boolean> {
  return await updatesRow(updateOutcome(tx, row).where('status', 'is', null))
}

/** Gives the key of an attempt that failed back. */
export const releaseKey = (db: Trx, { id, attempt }: Pick<Row, 'id' | 'attempt'>) =>
  stored.remove({ db }, { id, attempt, status: null })

/** Forgets the oldest answers of a user beyond so many, or so many bytes. */
export async function trimAnswers(
  trx: Trx,
  userId: number,
  { maxKeys, maxBytes }: { readonly maxKeys: number; readonly maxBytes: number },
): Promise<void> {
  await sql`
    delete from idempotency_keys where id in (
      select id from (
        select id,
          row_number() over (order by created_at desc, id) as place,
          sum(bytes) over (order by created_at desc, id) as total
        from idempotency_keys where user_id = ${userId} and status is not null
      ) as newest where place > ${maxKeys} or total > ${maxBytes})`.execute(trx)
}

/** @returns how many there were, at most `max` */
export function deleteExpiredKeys(
  db: Trx,
  { expired, now, max }: { readonly expired: number; readonly now: number; readonly max: number },
): Promise<number> {
  const old = db
    .selectFrom('idempotency_keys')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('created_at', '<=', expired),
        eb.and([eb('status', 'is', null), eb('reserved_until', '<=', now)]),
      ]),
    )
    .limit(max)
  return stored.remove({ db }, (is) => is('id', 'in', old))
}
