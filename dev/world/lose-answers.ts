// Stands for a process that dies after the commit of a call's work and before the commit that stores the answer.

import { sql } from 'kysely'
import type { DbContext } from '../../apps/server/src/context.ts'

/** From now on the database rejects every answer that would replace the mark of work that is done. */
export async function loseAnswers({ db, engine }: DbContext<'engine'>): Promise<void> {
  if (engine === 'sqlite') {
    await sql`
      create trigger lose_answers before update on idempotency_keys when old.status is not null
      begin select raise(abort, 'The answer is lost'); end`.execute(db)
    return
  }
  await sql`
    create function lose_answer() returns trigger language plpgsql as
    $$ begin raise exception 'The answer is lost'; end $$`.execute(db)
  await sql`
    create trigger lose_answers before update on idempotency_keys for each row
    when (old.status is not null) execute function lose_answer()`.execute(db)
}

export async function storeAnswersAgain({ db, engine }: DbContext<'engine'>): Promise<void> {
  if (engine === 'sqlite') await sql`drop trigger lose_answers`.execute(db)
  else await sql`drop function lose_answer() cascade`.execute(db)
}
