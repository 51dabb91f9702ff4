import type { Tables } from '../../apps/server/src/db/tables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import type { TestApp } from './app-for-tests.ts'

/** The tables that depend on accounts; each table's rows refer only to tables before it. */
const tables = [
  'projects',
  'environments',
  'environment_names',
  'former_environment_names',
  'environment_epochs',
  'environment_versions',
  'due_days',
  'principals',
  'grants',
  'api_keys',
  'key_counters',
  'personal_tokens',
  'memberships',
  'invitations',
] as const satisfies readonly (keyof Tables)[]

/** Remembers projects and everything that depends on them. @returns a function that restores every row */
export async function snapshotRows({ ctx }: Pick<TestApp, 'ctx'>): Promise<() => Promise<void>> {
  const rowsByTable: (readonly [(typeof tables)[number], readonly object[]])[] = []
  for (const table of tables) rowsByTable.push([table, await ctx.db.selectFrom(table).selectAll().execute()])
  return () =>
    inTransaction(ctx, async (tx) => {
      for (const table of tables.toReversed()) await tx.db.deleteFrom(table).execute()
      for (const [table, rows] of rowsByTable)
        for (const row of rows)
          await tx.db
            .insertInto(table)
            .values(row as never)
            .execute()
    })
}
