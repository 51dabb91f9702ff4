import { rowMac } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import type { Db, Engine } from '../connect.ts'

/** Invitations and plans that operators give, the time zones of users, and a MAC for warnings that were mailed. */
export async function operatorsAndReaders(db: Db, engine: Engine, secrets: ServerSecrets): Promise<void> {
  const bytes = sql.raw(engine === 'postgres' ? 'bytea' : 'blob')
  await sql`
    create table account_invitations (
      id text primary key, email_canonical text not null unique, auth_hash ${bytes} not null,
      invited_by bigint not null references users (id) on delete cascade, created_at bigint not null,
      expires_at bigint not null, mac ${bytes} not null
    )
  `.execute(db)
  await sql`create index account_invitations_expiry on account_invitations (expires_at)`.execute(db)
  await sql`
    create table granted_plans (
      user_id bigint primary key references users (id) on delete cascade, plan text not null, reason text not null,
      granted_by bigint, created_at bigint not null, ends_at bigint not null, mac ${bytes} not null
    )
  `.execute(db)
  await sql`create index granted_plans_end on granted_plans (ends_at)`.execute(db)
  await sql`alter table users add column time_zone text`.execute(db)
  await signHealthNotices(db, engine, secrets)
}

interface Notice {
  readonly id: string
  readonly kind: string
  readonly subject: string | null
  readonly since: number | null
  readonly opened_at: number
  readonly missing_at: number | null
  readonly webhook_event: string
}

/** A row that someone planted would keep a warning from operators. There are a few dozen at most. */
async function signHealthNotices(db: Db, engine: Engine, secrets: ServerSecrets): Promise<void> {
  const empty = sql.raw(engine === 'postgres' ? "bytea not null default '\\x'" : "blob not null default x''")
  await sql`alter table health_notices add column mac ${empty}`.execute(db)
  const { rows } = await sql<Notice>`
    select id, kind, subject, since, opened_at, missing_at, webhook_event from health_notices`.execute(db)
  for (const { id, ...fields } of rows) {
    const mac = rowMac(secrets, { table: 'health_notices', id, fields })
    await sql`update health_notices set mac = ${mac} where id = ${id}`.execute(db)
  }
}
