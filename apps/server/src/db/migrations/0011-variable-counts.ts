import { hash } from 'node:crypto'
import { type RowFields, rowMac, verifyRow } from '@envhold/integrity/row.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Kysely } from 'kysely'
import type { Engine } from '../connect.ts'
import type { Row, Tables } from '../tables.ts'

const atOnce = 500

type Head = Row<'environments'> & { readonly names: string | null }

/**
 * Puts the number of an environment's variables under the MAC of its row. The number comes from the names where they
 * are stored and match their hash. A row whose MAC is invalid stays as it is, and is rejected as before.
 */
export async function variableCounts(
  db: Kysely<Tables>,
  _engine: Engine,
  secrets: ServerSecrets,
): Promise<void> {
  for (let after = 0; ; ) {
    const heads = await db
      .selectFrom('environments')
      .leftJoin('environment_names', 'environment_names.environment_id', 'environments.id')
      .selectAll('environments')
      .select('environment_names.names')
      .where('environments.id', '>', after)
      .orderBy('environments.id')
      .limit(atOnce)
      .execute()
    for (const head of heads) await authenticateCount(db, secrets, head)
    const last = heads.at(-1)
    if (!last || heads.length < atOnce) return
    after = last.id
  }
}

async function authenticateCount(db: Kysely<Tables>, secrets: ServerSecrets, head: Head): Promise<void> {
  const { project_id, name, version, epoch, rekey_pending, oldest_version, names_hash } = head
  const row = (added: RowFields) => ({
    table: 'environments',
    id: String(head.id),
    fields: {
      project_id,
      name,
      version,
      epoch,
      rekey_pending,
      ...(oldest_version === 1 ? {} : { oldest_version }),
      ...(names_hash === null ? {} : { names_hash }),
      ...added,
    },
  })
  try {
    verifyRow(secrets, row({}), head.mac)
  } catch {
    return
  }
  const variable_count = countNames(head) ?? head.variable_count
  const mac = rowMac(secrets, row({ variable_count }))
  await db.updateTable('environments').set({ variable_count, mac }).where('id', '=', head.id).execute()
}

const countNames = ({ version, names, names_hash }: Head): number | undefined => {
  if (version === 0) return 0
  if (names === null || names_hash === null || !sameBytes(hash('sha256', names, 'buffer'), names_hash))
    return undefined
  const list: unknown = JSON.parse(names)
  return Array.isArray(list) ? list.length : undefined
}
