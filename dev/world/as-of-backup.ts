import type { Tables } from '../../apps/server/src/db/tables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import type { RevocationRow } from '../../apps/server/src/features/audit-log/revocation.ts'
import type { TestApp } from './app-for-tests.ts'

/** What people have and may do, with its key; each table's rows refer only to tables before it. */
const tables = {
  users: ['id'],
  sessions: ['id'],
  passkeys: ['id'],
  projects: ['id'],
  environments: ['id'],
  environment_epochs: ['environment_id', 'epoch'],
  environment_versions: ['environment_id', 'version'],
  principals: ['kind', 'id'],
  grants: ['environment_id', 'kind', 'principal'],
  api_keys: ['id'],
  personal_tokens: ['id'],
  memberships: ['project_id', 'user_id'],
  invitations: ['id'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>

type Row = Readonly<Record<string, unknown>>

/**
 * Runs work after a backup, and restores that: the rows of people, keys and projects are as before, and what the work
 * revoked is on the list of what the restored database lacks.
 * @returns what is on the list
 */
export async function asOfBackup({ ctx }: Pick<TestApp, 'ctx'>, work: () => Promise<unknown>) {
  const read = async (table: string) =>
    (await ctx.db
      .selectFrom(table as 'users')
      .selectAll()
      .execute()) as unknown as Row[]
  const before = new Map<string, Row[]>()
  for (const table of Object.keys(tables)) before.set(table, await read(table))
  await ctx.db.deleteFrom('revocations').execute()
  await work()
  const revoked = await ctx.db.selectFrom('revocations').selectAll().orderBy('at').execute()
  for (const [table, keys] of Object.entries(tables)) {
    const rows = before.get(table) ?? []
    const keyOf = (row: Row) => JSON.stringify(keys.map((key) => row[key]))
    const kept = new Set(rows.map(keyOf))
    const after = await read(table)
    await inTransaction(ctx, async ({ db }) => {
      for (const row of after.filter((row) => !kept.has(keyOf(row))))
        await keys
          .reduce(
            (query, key) => query.where(key as never, '=', row[key] as never),
            db.deleteFrom(table as 'users'),
          )
          .execute()
      for (const row of rows)
        await db
          .insertInto(table as 'users')
          .values(row as never)
          .onConflict((conflict) => conflict.columns(keys as never).doUpdateSet(row as never))
          .execute()
    })
  }
  const pending = revoked.map((row): RevocationRow => ({ ...row, state: 'pending' }))
  await ctx.db.updateTable('revocations').set({ state: 'pending' }).execute()
  return pending
}
