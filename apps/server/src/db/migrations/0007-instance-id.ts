import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Names the instance, so that a data folder can tell its own database from another one. */
export async function instanceId(db: Kysely<Tables>): Promise<void> {
  await db.insertInto('instance').values({ key: 'instance-id', value: randomUUID() }).execute()
}
