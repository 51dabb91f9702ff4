import { hash } from 'node:crypto'
import { rowMac } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Tables } from '../tables.ts'
import { extendMac } from './extend-mac.ts'

/** A version can be larger than 1 MiB. */
const versionsAtOnce = 50
const keysAtOnce = 500

const sha256 = (content: string | Uint8Array) => hash('sha256', content, 'buffer')

/**
 * Puts sealed bytes under the MACs of their rows: the versions of environments, which had none, and what opens a user's
 * key. Rows get their MACs here, in the one transaction that adds the column: later, a row without a valid MAC was
 * changed. What the bytes were changed to before cannot be found here.
 */
export async function sealedMacs(db: Kysely<Tables>, engine: Engine, secrets: ServerSecrets): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`
  const none = engine === 'postgres' ? sql`''::bytea` : sql`x''`
  await db.schema
    .alterTable('environment_versions')
    .addColumn('mac', bytes, (c) => c.notNull().defaultTo(none))
    .execute()
  await addVersionMacs(db, bytes, secrets)
  await coverUserKeys(db, secrets)
  await coverPasskeyUnlocks(db, secrets)
}

async function addVersionMacs(
  db: Kysely<Tables>,
  bytes: RawBuilder<unknown>,
  secrets: ServerSecrets,
): Promise<void> {
  for (let after = { environment_id: 0, version: 0 }; ; ) {
    const rows = await db
      .selectFrom('environment_versions')
      .selectAll()
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('environment_id', 'version'), '>', tuple(after.environment_id, after.version)),
      )
      .orderBy('environment_id')
      .orderBy('version')
      .limit(versionsAtOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    const macs = rows.map(({ environment_id, version, mac: _, ...columns }) => {
      const { sealed, added, changed, removed } = columns
      const hashes = {
        sealed: sha256(sealed),
        added: sha256(added),
        changed: sha256(changed),
        removed: sha256(removed),
      }
      const id = `${environment_id}/${version}`
      const mac = rowMac(secrets, { table: 'environment_versions', id, fields: { ...columns, ...hashes } })
      return sql`(cast(${environment_id} as bigint), cast(${version} as integer), cast(${mac} as ${bytes}))`
    })
    await sql`
      update environment_versions set mac = added.column3 from (values ${sql.join(macs)}) as added
      where environment_id = added.column1 and version = added.column2`.execute(db)
    after = last
  }
}

async function coverUserKeys(db: Kysely<Tables>, secrets: ServerSecrets): Promise<void> {
  for (let after = 0; ; ) {
    const keys = await db
      .selectFrom('user_keys')
      .selectAll()
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(keysAtOnce)
      .execute()
    for (const { user_id, key_version, public_key, sealed, sealed_recovery, mac: before } of keys) {
      const fields = { key_version, public_key: sha256(public_key) }
      const mac = extendMac(
        secrets,
        { table: 'user_keys', id: String(user_id), mac: before, fields },
        { sealed: sha256(sealed), sealed_recovery: sha256(sealed_recovery) },
      )
      if (mac) await db.updateTable('user_keys').set({ mac }).where('user_id', '=', user_id).execute()
    }
    const last = keys.at(-1)
    if (!last || keys.length < keysAtOnce) return
    after = last.user_id
  }
}

async function coverPasskeyUnlocks(db: Kysely<Tables>, secrets: ServerSecrets): Promise<void> {
  for (let after = ''; ; ) {
    const unlocks = await db
      .selectFrom('passkey_unlocks')
      .selectAll()
      .where('passkey_id', '>', after)
      .orderBy('passkey_id')
      .limit(keysAtOnce)
      .execute()
    for (const { passkey_id, user_id, key_version, sealed, mac: before } of unlocks) {
      const mac = extendMac(
        secrets,
        { table: 'passkey_unlocks', id: passkey_id, mac: before, fields: { user_id, key_version } },
        { sealed: sha256(sealed) },
      )
      if (mac)
        await db.updateTable('passkey_unlocks').set({ mac }).where('passkey_id', '=', passkey_id).execute()
    }
    const last = unlocks.at(-1)
    if (!last || unlocks.length < keysAtOnce) return
    after = last.passkey_id
  }
}
