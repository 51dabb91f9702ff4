import { maxCounted } from '@envhold/contract/operator/instance-health.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
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
  return rows.map(({ failure, count, oldest }) => ({ failure, count: Number(count), oldest: Number(oldest) }))
}

export const countMails = (db: Db): Promise<number> =>
  countAll(db.selectFrom(db.selectFrom('mail_queue').select('id').limit(maxCounted).as('waiting')))

type EventExpression = ExpressionBuilder<Tables, 'webhook_events'>

const countEvents = (db: Db, which: (eb: EventExpression) => ReturnType<EventExpression['and']>) => {
  const events = db.selectFrom('webhook_events').select('event_id').where(which).limit(maxCounted)
  return countAll(db.selectFrom(events.as('events')))
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

interface RowCount {
  readonly table: string
  readonly rows: number
  readonly exact: boolean
}

/** Counting more rows of a table would cost too much. PostgreSQL estimates large tables well. */
const maxRows = { sqlite: 10_000, postgres: 1_000 } as const

interface Table {
  readonly name: string
  /** What the database estimates; null if it does not. */
  readonly estimate: number | null
}

async function listTables({ db, engine }: DbContext<'engine'>): Promise<readonly Table[]> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!' order by name`.execute(
      db,
    )
    return rows.map(({ name }) => ({ name, estimate: null }))
  }
  // A partitioned table has as many rows as its partitions.
  const { rows } = await sql<Table>`
    select c.relname as name, greatest(c.reltuples, 0)::float8 + coalesce((
      select sum(greatest(part.reltuples, 0))::float8 from pg_inherits as i
      join pg_class as part on part.oid = i.inhrelid where i.inhparent = c.oid and c.relkind = 'p'
    ), 0) as estimate
    from pg_class as c where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition order by c.relname collate "C"`.execute(db)
  return rows
}

async function countUpTo(db: Db, tables: readonly Table[], limit: number): Promise<number[]> {
  const counts = tables.map(
    ({ name }) =>
      sql`select count(*) as n from (select 1 from ${sql.table(name)} limit ${sql.lit(limit)}) as few`,
  )
  const { rows } = await sql<{ n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.map(({ n }) => Number(n))
}

/** How many rows each table has: exactly for small ones, at least or as estimated for others. */
export async function countRows(ctx: DbContext<'engine'>): Promise<RowCount[]> {
  const limit = maxRows[ctx.engine]
  const tables = await listTables(ctx)
  const counts = await countUpTo(ctx.db, tables, limit)
  return tables.map(({ name, estimate }, index) => {
    const counted = counts[index] ?? 0
    const exact = counted < limit
    return { table: name, rows: exact ? counted : Math.max(counted, Math.round(estimate ?? 0)), exact }
  })
}
