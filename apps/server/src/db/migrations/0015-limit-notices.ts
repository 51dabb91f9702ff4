import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** Who was mailed about planned limits hears that they are called off, and nobody else. */
export const limitNotices = async (db: Db): Promise<void> => {
  await sql`
    create table limit_notices (
      plan text not null, user_id bigint not null references users (id) on delete cascade, primary key (plan, user_id)
    )
  `.execute(db)
}
