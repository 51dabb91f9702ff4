import { sql } from 'kysely'
import type { Db, Engine } from '../connect.ts'

/** Projects that are offered to another owner, and warnings of which operators were notified. */
export async function transfersAndNotices(db: Db, engine: Engine): Promise<void> {
  await sql`
    create table project_transfers (
      project_id bigint primary key references projects (id) on delete cascade,
      from_id bigint not null references users (id) on delete cascade,
      to_id bigint not null references users (id) on delete cascade,
      operator_id bigint, remaining_role text not null, created_at bigint not null, opens_at bigint not null,
      expires_at bigint not null, announced integer not null,
      mac ${sql.raw(engine === 'postgres' ? 'bytea' : 'blob')} not null
    )
  `.execute(db)
  await sql`create index project_transfers_to on project_transfers (to_id)`.execute(db)
  await sql`create index project_transfers_expiry on project_transfers (expires_at)`.execute(db)
  await sql`
    create table health_notices (
      id text primary key, kind text not null, subject text, since bigint, opened_at bigint not null,
      missing_at bigint, webhook_event text not null
    )
  `.execute(db)
}
