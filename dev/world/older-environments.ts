// Environments as earlier versions of Envhold left them.

import { rowMac } from '@envhold/integrity/row.ts'
import type { Context } from '../../apps/server/src/context.ts'
import { environmentMac } from '../../apps/server/src/features/projects/environment-mac.ts'

/** Makes an environment look as if it was last written before names were stored. */
export async function forgetNames(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  id: number,
): Promise<void> {
  const head = await db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const mac = environmentMac.of(secrets, { ...head, names_hash: null })
  await db.updateTable('environments').set({ names_hash: null, mac }).where('id', '=', id).execute()
  await db.deleteFrom('environment_names').where('environment_id', '=', id).execute()
}

/** Makes an environment's row look as if it was last written before the count of its variables was under its MAC. */
export async function forgetCount(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  id: number,
  variable_count?: number,
): Promise<void> {
  const head = await db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { project_id, name, version, epoch, rekey_pending, oldest_version, names_hash, color, is_protected } =
    head
  const added = {
    ...(oldest_version !== 1 && { oldest_version }),
    ...(names_hash && { names_hash }),
    ...(color && { color }),
    ...(is_protected && { is_protected }),
  }
  const fields = { project_id, name, version, epoch, rekey_pending, ...added }
  const mac = rowMac(secrets, { table: 'environments', id: String(id), fields })
  await db
    .updateTable('environments')
    .set({ mac, ...(variable_count !== undefined && { variable_count }) })
    .where('id', '=', id)
    .execute()
}
