import { rowMac } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Kysely } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'

const weekMs = 7 * 24 * 3_600_000

/** Operators need a second factor. Those of an instance that has accounts already have a week to set one up. */
export async function operatorFactor(
  db: Kysely<Tables>,
  _engine: Engine,
  secrets: ServerSecrets,
): Promise<void> {
  if (!(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) return
  const name = 'operator-factor'
  const value = JSON.stringify({ requiredFrom: Date.now() + weekMs })
  const fields = { value, updated_by: null, updated_at: 0 }
  const mac = rowMac(secrets, { table: 'instance_settings', id: name, fields })
  await db
    .insertInto('instance_settings')
    .values({ name, ...fields, mac })
    .execute()
}
