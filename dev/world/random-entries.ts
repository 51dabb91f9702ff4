// Entries of both logs in any number, written without the application: lists count them. The chains of usage verify; the
// MACs of activity are invalid.

import { type EventType, eventTypes } from '@envhold/contract/activity/event-types.ts'
import { activityChainOf } from '@envhold/integrity/activity-chain.ts'
import { entryTerm, insertTerms } from '../../apps/server/src/db/activity-log/terms.ts'
import { insertRows } from '../../apps/server/src/db/json-rows.ts'
import type { Row } from '../../apps/server/src/db/tables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { commitUsage } from '../../apps/server/src/features/audit-log/append-usage.ts'
import type { UsageEntry } from '../../apps/server/src/features/audit-log/recorded-usage.ts'
import {
  insertPacks,
  lockUsageHeads,
  type MovedHead,
  moveUsageHeads,
  type UsageHead,
} from '../../apps/server/src/features/audit-log/usage-chain-store.ts'
import type { TestApp } from './app-for-tests.ts'

type App = Pick<TestApp, 'ctx'>

const link = Buffer.alloc(33)

const headOf = async ({ ctx }: App) => {
  const head = await ctx.db
    .selectFrom('chain_heads')
    .select('sequence')
    .where('chain', '=', 'activity')
    .executeTakeFirstOrThrow()
  return head.sequence
}

const moveHead = ({ ctx }: App, sequence: number) =>
  ctx.db.updateTable('chain_heads').set({ sequence, mac: link }).where('chain', '=', 'activity').execute()

/** Appends activity. */
export async function writeActivity(
  app: App,
  entries: readonly (Partial<Row<'activity'>> & { event_type: EventType; at: number })[],
): Promise<void> {
  const head = await headOf(app)
  const rows = entries.map((entry, index) => ({
    sequence: head + 1 + index,
    at: entry.at,
    event_type: entry.event_type,
    category: eventTypes[entry.event_type].category,
    severity: entry.severity ?? 'low',
    description: entry.description ?? entry.event_type,
    user_id: entry.user_id ?? null,
    token_id: null,
    project_id: entry.project_id ?? null,
    environment_id: entry.environment_id ?? null,
    ip: entry.ip ?? null,
    request_id: null,
    version: 0,
    client: '',
    line: head + 1 + index,
    chain: 'written outside',
    position: head + 1 + index,
    link,
    mac: link,
    digest: null,
    erasure_mac: null,
  }))
  const terms = rows.map((row) =>
    entryTerm(
      activityChainOf({ projectId: row.project_id, userId: row.user_id }),
      row.description,
      row.event_type,
    ),
  )
  const found = rows.map((row, index) => ({ ...row, term_id: terms[index]?.id ?? 0 }))
  await inTransaction(app.ctx, async (tx) => {
    await insertTerms(tx.db, tx.engine, terms)
    await insertRows(tx.db, 'activity', found)
  })
  await moveHead(app, head + rows.length)
}

/** A call of an API key. What it omits has some value. */
export type WrittenCall = {
  readonly api_key_id: string
  readonly project_id: number
  readonly at: number
} & Partial<{
  readonly environment_id: number | null
  readonly environment_name: string
  readonly endpoint: string
  readonly status_code: number
  readonly variables_count: number
  readonly duration_us: number
  readonly ip: string
  readonly request_id: string
  readonly calls: number
}>

const entryOf = (call: WrittenCall): UsageEntry => ({
  keyId: call.api_key_id,
  projectId: call.project_id,
  durationUs: call.duration_us ?? 0,
  requestId: call.request_id ?? '',
  status: call.status_code ?? 200,
  variables: call.variables_count ?? 0,
  environmentId: call.environment_id ?? null,
  environmentName: call.environment_name ?? 'production',
  method: 'GET',
  endpoint: call.endpoint ?? '/v1/inject/{projectId}/{environment}',
  ip: call.ip ?? '203.0.113.7',
  calls: call.calls ?? 1,
})

/**
 * Appends calls to the chains of their projects, in their order, which must be that of their times. Calls of a project
 * that follow each other at the same time are one commit.
 */
export async function writeUsage({ ctx }: App, calls: readonly WrittenCall[]): Promise<void> {
  const ofProject = Map.groupBy(calls, ({ project_id }) => project_id)
  const projectIds = [...ofProject.keys()].sort((left, right) => left - right)
  await inTransaction(ctx, async (tx) => {
    const packs: Row<'usage_packs'>[] = []
    const heads: MovedHead[] = []
    for (const before of await lockUsageHeads(tx, projectIds)) {
      let head: UsageHead = before
      for (const run of runsOf(ofProject.get(before.projectId) ?? [])) {
        const commit = commitUsage(ctx.secrets, head, { entries: run.map(entryOf), now: run[0]?.at ?? 0 })
        packs.push(...commit.packs)
        head = commit.head
      }
      if (head.link) heads.push({ ...head, link: head.link, mac: packs.at(-1)?.mac ?? link })
    }
    for (let index = 0; index < packs.length; index += packsAtOnce)
      await insertPacks(tx.db, packs.slice(index, index + packsAtOnce))
    await moveUsageHeads(tx, heads)
  })
}

const packsAtOnce = 500

function runsOf(calls: readonly WrittenCall[]): WrittenCall[][] {
  const runs: WrittenCall[][] = []
  for (const call of calls) {
    const run = runs.at(-1)
    if (run?.[0]?.at === call.at) run.push(call)
    else runs.push([call])
  }
  return runs
}
