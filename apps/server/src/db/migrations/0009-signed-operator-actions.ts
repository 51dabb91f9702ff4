import { rowMac } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { sql } from 'kysely'
import type { Db, Engine } from '../connect.ts'

interface Act {
  readonly id: number
  readonly user_id: number
  readonly operator_id: number | null
  readonly act: string
  readonly reason: string
  readonly details: string
  readonly created_at: number
}

const rowsAtOnce = 500

/** What operators did to accounts gets a MAC: users read it, so nobody else may write it. */
export async function signedOperatorActions(db: Db, engine: Engine, secrets: ServerSecrets): Promise<void> {
  const bytes = sql.raw(engine === 'postgres' ? "bytea not null default '\\x'" : "blob not null default x''")
  await sql`alter table operator_actions add column mac ${bytes}`.execute(db)
  for (let after = 0; ; ) {
    const { rows } = await sql<Act>`
      select id, user_id, operator_id, act, reason, details, created_at from operator_actions
      where id > ${after} order by id limit ${rowsAtOnce}`.execute(db)
    for (const { id, ...fields } of rows) {
      const mac = rowMac(secrets, { table: 'operator_actions', id: String(id), fields })
      await sql`update operator_actions set mac = ${mac} where id = ${id}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
