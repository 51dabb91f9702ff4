// Environments as earlier versions of Envhold left them.

import type { DbContext } from '../../apps/server/src/context.ts'
import { environmentMac } from '../../apps/server/src/features/projects/project-store.ts'

/** Makes an environment look as if it was last written before names were stored. */
export async function forgetNames({ db, secrets }: DbContext<'secrets'>, id: number): Promise<void> {
  const head = await db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const mac = environmentMac.of(secrets, { ...head, names_hash: null })
  await db.updateTable('environments').set({ names_hash: null, mac }).where('id', '=', id).execute()
  await db.deleteFrom('environment_names').where('environment_id', '=', id).execute()
}
