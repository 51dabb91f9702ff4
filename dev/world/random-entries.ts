// Entries of both chains in any number, written without the application: lists count them. Their MACs are invalid, so
// the chains do not verify.

import { type EventType, eventTypes } from '@envhold/contract/event-types.ts'
import { insertRows } from '../../apps/server/src/db/insert-rows.ts'
import type { ActivityTable, UsageTable } from '../../apps/server/src/db/log-tables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import type { TestApp } from './app-for-tests.ts'

type App = Pick<TestApp, 'ctx'>

const link = Buffer.alloc(33)

const headOf = async ({ ctx }: App, chain: 'activity' | 'usage') => {
  const head = await ctx.db
    .selectFrom('chain_heads')
    .select('sequence')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  return head.sequence
}

const moveHead = ({ ctx }: App, chain: 'activity' | 'usage', sequence: number) =>
  ctx.db.updateTable('chain_heads').set({ sequence, mac: link }).where('chain', '=', chain).execute()

/** Appends activity. */
export async function writeActivity(
  app: App,
  entries: readonly (Partial<ActivityTable> & { event_type: EventType; at: number })[],
): Promise<void> {
  const head = await headOf(app, 'activity')
  const rows = entries.map((entry, index) => ({
    sequence: head + 1 + index,
    at: entry.at,
    event_type: entry.event_type,
    category: eventTypes[entry.event_type],
    severity: entry.severity ?? 'low',
    description: entry.description ?? entry.event_type,
    user_id: entry.user_id ?? null,
    token_id: null,
    project_id: entry.project_id ?? null,
    environment_id: entry.environment_id ?? null,
    ip: entry.ip ?? null,
    request_id: null,
    mac: link,
  }))
  await inTransaction(app.ctx, (tx) => insertRows(tx.db, 'activity', rows))
  await moveHead(app, 'activity', head + rows.length)
}

/** Appends calls. */
export async function writeUsage(
  app: App,
  calls: readonly (Partial<UsageTable> & { api_key_id: string; project_id: number; at: number })[],
): Promise<void> {
  const head = await headOf(app, 'usage')
  const rows = calls.map((call, index) => ({
    sequence: head + 1 + index,
    at: call.at,
    api_key_id: call.api_key_id,
    project_id: call.project_id,
    environment_id: null,
    environment_name: call.environment_name ?? 'production',
    method: 'GET',
    endpoint: call.endpoint ?? '/v1/inject/{projectId}/{environment}',
    status_code: call.status_code ?? 200,
    variables_count: call.variables_count ?? 0,
    duration_us: call.duration_us ?? 0,
    ip: call.ip ?? '203.0.113.7',
    request_id: '',
    calls: call.calls ?? 1,
    erased: 0,
    digest: link,
    mac: link,
  }))
  await inTransaction(app.ctx, (tx) => insertRows(tx.db, 'usage', rows))
  await moveHead(app, 'usage', head + rows.length)
}
