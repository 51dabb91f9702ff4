import type { TestApp } from './app-for-tests.ts'

/** An environment's key and version, and the grants of its key, as stored. */
export async function environmentState({ ctx: { db } }: Pick<TestApp, 'ctx'>, id: number) {
  const head = await db
    .selectFrom('environments')
    .select(['epoch', 'version', 'rekey_pending'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const grants = await db.selectFrom('grants').selectAll().where('environment_id', '=', id).execute()
  return { ...head, grants }
}

/** Overwrites what is sealed in an environment, so that whatever decrypts it fails. */
export async function spoilVersions({ ctx: { db } }: Pick<TestApp, 'ctx'>, id: number): Promise<void> {
  await db
    .updateTable('environment_versions')
    .set({ sealed: Buffer.alloc(400, 1) })
    .where('environment_id', '=', id)
    .execute()
}
