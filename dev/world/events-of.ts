import type { DbContext } from '../../apps/server/src/context.ts'
import { unpack } from '../../apps/server/src/features/audit-log/recorded-usage.ts'

type WithDb = { readonly ctx: DbContext }

/** All entries of the activity log, in order. */
export const activityOf = ({ ctx }: WithDb) =>
  ctx.db.selectFrom('activity').selectAll().orderBy('sequence').execute()

/** The types of the events that `work` leaves in the activity log, in order. */
export async function eventsDuring(app: WithDb, work: () => Promise<unknown>): Promise<string[]> {
  const before = (await activityOf(app)).length
  await work()
  return (await activityOf(app)).slice(before).map(({ event_type }) => event_type)
}

/** The usage log of all projects by time, each entry as a row; erased entries are left out. */
export async function usageOf({ ctx }: WithDb) {
  const packs = await ctx.db
    .selectFrom('usage_packs')
    .selectAll()
    .orderBy('at')
    .orderBy('project_id')
    .orderBy('first_sequence')
    .execute()
  return packs.flatMap(unpack).map((entry) => ({
    sequence: entry.sequence,
    at: entry.at,
    api_key_id: entry.keyId,
    project_id: entry.projectId,
    environment_id: entry.environmentId,
    environment_name: entry.environmentName,
    method: entry.method,
    endpoint: entry.endpoint,
    status_code: entry.status,
    variables_count: entry.variables,
    duration_us: entry.durationUs,
    ip: entry.ip,
    request_id: entry.requestId,
    calls: entry.calls,
  }))
}
