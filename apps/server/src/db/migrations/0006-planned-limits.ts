import { sql } from 'kysely'
import type { Db, Engine } from '../connect.ts'

/** Lower limits of a plan wait until those whom they touch were told. */
export const plannedLimits = async (db: Db, engine: Engine): Promise<void> => {
  await sql`
    create table planned_limits (
      plan text primary key, max_projects integer not null, max_collaborators integer not null,
      reason text not null, notice_days integer not null, created_at bigint not null, applies_at bigint not null,
      mailed_to bigint not null, announced_at bigint, called_off_to bigint,
      mac ${sql.raw(engine === 'postgres' ? 'bytea' : 'blob')} not null
    )
  `.execute(db)
}
