import { maxCounted } from '@envhold/contract/operator/instance-health.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import type { Tables } from '../../../db/tables.ts'

/** The engine's version, and the size of the database in bytes. */
export async function readDatabase({
  db,
  engine,
}: DbContext<'engine'>): Promise<{ readonly version: string; readonly bytes: number | null }> {
  const { rows } =
    engine === 'postgres'
      ? await sql<{ version: string; bytes: number }>`
          select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
          db,
        )
      : await sql<{ version: string; bytes: number }>`
          select sqlite_version() as version, page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`.execute(db)
  const [row] = rows
  return { version: row?.version ?? '', bytes: row ? Number(row.bytes) : null }
}

/** What waits in the queues of mails and webhooks. Nothing here reads more rows than it says. */
const dayMs = 86_400_000
/** After these attempts an event has failed for twenty minutes. */
const failingAttempts = 3
/** Longer than an event is tried again: what failed before is left to the daily reconciliation. */
const failingMs = 2 * dayMs
const oldestMails = 1_000

export interface MailGroup {
  readonly failure: string | null
  readonly count: number
  /** When the oldest of them was queued. */
  readonly oldest: number
}

/** The oldest mails that wait, by why their last attempt failed. */
export async function groupOldestMails(db: Db): Promise<MailGroup[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('mail_queue')
        .select(['failure', 'created_at'])
        .orderBy('id')
        .limit(oldestMails)
        .as('oldest'),
    )
    .groupBy('failure')
    .select(({ fn }) => [
      'failure',
      fn.countAll<number>().as('count'),
      fn.min<number>('created_at').as('oldest'),
    ])
    .execute()
  return rows.map(({ failure, count, oldest }) => ({
    failure,
    count: Number(count),
    oldest: Number(oldest),
  }))
}

export async function countMails(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom(db.selectFrom('mail_queue').select('id').limit(maxCounted).as('waiting'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

type EventExpression = ExpressionBuilder<Tables, 'webhook_events'>

async function countEvents(db: Db, which: (eb: EventExpression) => ReturnType<EventExpression['and']>) {
  const { n } = await db
    .selectFrom(
      db.selectFrom('webhook_events').select('event_id').where(which).limit(maxCounted).as('events'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Events that arrived in the last day, and those that will be tried again. */
export const countWebhooks = async (db: Db, now: number) => ({
  received: await countEvents(db, (eb) => eb.and([eb('received_at', '>=', now - dayMs)])),
  waiting: await countEvents(db, (eb) =>
    eb.and([eb('state', '=', 'new'), eb('next_attempt_at', '<', Number.MAX_SAFE_INTEGER)]),
  ),
})

/** Events of the last days that could not be processed, by provider, with the time of the oldest. */
export async function groupFailingWebhooks(db: Db, now: number) {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('webhook_events')
        .select(['provider', 'received_at'])
        .where('state', '=', 'new')
        .where('attempts', '>=', failingAttempts)
        .where('received_at', '>=', now - failingMs)
        .limit(maxCounted)
        .as('failing'),
    )
    .groupBy('provider')
    .orderBy('provider')
    .select(({ fn }) => [
      'provider',
      fn.countAll<number>().as('count'),
      fn.min<number>('received_at').as('oldest'),
    ])
    .execute()
  return rows.map(({ provider, count, oldest }) => ({
    provider,
    count: Number(count),
    oldest: Number(oldest),
  }))
}
