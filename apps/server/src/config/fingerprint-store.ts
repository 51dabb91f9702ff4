import type { ServerSecrets } from '@envhold/vault/server-secret.ts'
import type { Db } from '../db/connect.ts'
import { ConfigError } from './config.ts'

const key = 'server-secret'

/**
 * Binds the database to its server secret, and refuses a server that was given another one. A ring whose newest
 * secret is new to the database is accepted when it also holds the one that the database knows: that is a rotation.
 * @throws ConfigError when none of the ring is the database's secret
 */
export async function checkServerSecret(db: Db, secrets: ServerSecrets): Promise<void> {
  const mine = secrets.fingerprint
  await db
    .insertInto('instance')
    .values({ key, value: mine })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const known = await db
    .selectFrom('instance')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (known.value === mine) return
  if (![...secrets.byKid.values()].some(({ fingerprint }) => fingerprint === known.value))
    throw new ConfigError([
      'SERVER_SECRET is not the secret of this database: give the one that it was made with, or keep it in the list behind the new one',
    ])
  await db
    .updateTable('instance')
    .set({ value: mine })
    .where('key', '=', key)
    .where('value', '=', known.value)
    .execute()
}
