import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Db } from '../db/connect.ts'
import { ConfigError } from './config.ts'

const key = 'server-secret'

const isKnown = ({ byKid }: ServerSecrets, known: string) =>
  [...byKid.values()].some(({ fingerprint }) => fingerprint === known)

const wrongSecret = () =>
  new ConfigError([
    'SERVER_SECRET is not the secret of this database: set the one that it was created with, perhaps that in DATA_DIR/server-secret, or keep that one in the list after the new one',
  ])

/**
 * The same check without writing anything.
 * @throws ConfigError when no secret of the ring is the database's secret
 */
export async function requireServerSecret(db: Db, secrets: ServerSecrets): Promise<void> {
  const known = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst()
  if (!known || !isKnown(secrets, known.value)) throw wrongSecret()
}

/**
 * Binds the database to its server secret, and rejects a server with another one. A ring whose newest secret is new
 * to the database is accepted if it also contains the one that the database knows: that is a rotation.
 * @throws ConfigError when no secret of the ring is the database's secret
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
  if (!isKnown(secrets, known.value)) throw wrongSecret()
  await db
    .updateTable('instance')
    .set({ value: mine })
    .where('key', '=', key)
    .where('value', '=', known.value)
    .execute()
}
