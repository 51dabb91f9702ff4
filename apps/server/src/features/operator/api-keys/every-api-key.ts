/** Every API key of the instance, for operators. */

import * as contract from '@envhold/contract/operator/api-keys.ts'
import { notFound } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { route } from '../../../http/route.ts'
import { type Verb, verb } from '../../../http/verb.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { calledPath } from '../../activity/instance-wide/show-entries.ts'
import { ipAddressesOfKey, permissionsOfKey } from '../../api-keys/api-key-store.ts'
import { type RecordedUsage, toMs } from '../../audit-log/recorded-usage.ts'
import { newestCalls } from '../../usage/newest-calls.ts'
import { usageCells } from '../../usage/usage-statistics-store.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import { recordView } from '../users/record-view.ts'
import { createApiKeyStatistics, viewStatuses } from './api-key-statistics.ts'
import { countKeys, type DescribedKey, findDescribedKey, listKeys } from './every-api-key-store.ts'

const noKey = () => notFound('API key not found')

export const listEveryApiKey = verb(contract.listEveryApiKey, async (ctx, { query }) => {
  const { status, search = '', sortBy, sortOrder, limit } = query
  const filter = { status, search: search.trim(), now: ctx.clock() }
  const rows = await listKeys(ctx, filter, { sortBy, sortOrder, limit, offset: offsetOf(query) })
  const total = await totalOf(query, rows.length, () => countKeys(ctx.db, filter))
  return { api_keys: rows.map(everyApiKeyView), pagination: paginationOf(query, total) }
})

export const readApiKeyStatistics: Verb<Context> = {
  routeIn: (ctx) => {
    const read = createApiKeyStatistics(ctx)
    return route(contract.readApiKeyStatistics, async ({ query }) => ({ json: await read(query.timeRange) }))
  },
}

export const readApiKeyDetail = verb(contract.readApiKeyDetail, async (ctx, call) => {
  const key = await findDescribedKey(ctx, call.params.id)
  if (!key) throw noKey()
  await recordKeyView(ctx, call, key)
  const of = { projectId: key.project_id, apiKeyId: key.id }
  const calls = await newestCalls(ctx.db, of, contract.recentCalls)
  const cells = await usageCells(ctx, { ...of, since: ctx.clock() - daysMs(30), step: daysMs(1) })
  return {
    api_key: everyApiKeyView(key),
    recent_usage: calls.map(viewCall),
    usage_stats_30d: viewStatuses(cells),
  }
})

/** A key as operators see it: without its secret, its preview and its environments. */
const everyApiKeyView = (row: DescribedKey): contract.ListedApiKey => ({
  id: row.id,
  key_name: row.key_name,
  is_active: row.is_active === 1,
  deactivated_at: wireTimeOrNull(row.deactivated_at),
  deactivated_reason: row.deactivated_reason,
  expires_at: wireTimeOrNull(row.expires_at),
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  rate_limit_per_hour: row.limit_per_hour,
  permissions: permissionsOfKey(row),
  allowed_ips: ipAddressesOfKey(row),
  projects: {
    id: row.project_id,
    name: row.project_name,
    users: { id: row.owner_id, username: row.owner_username, email: row.owner_email },
  },
  creator: {
    id: row.creator_account_id,
    username: row.creator_username ?? '',
    email: row.creator_email ?? '',
  },
})

const viewCall = (call: RecordedUsage): contract.RecentCall => ({
  id: `usage/${call.projectId}:${call.sequence}`,
  endpoint: calledPath(call),
  status_code: call.status,
  variables_count: call.variables,
  request_duration_ms: toMs(call.durationUs),
  ip_address: call.ip || null,
  created_at: wireTime(call.at),
  calls: call.calls,
})

/** In the activity of its project and in the operator's own. The ids alone: nothing has to be erased later. */
const recordKeyView = (ctx: Context, call: Parameters<typeof recordView>[1], key: DescribedKey) =>
  recordView(ctx, call, {
    type: 'api_key_viewed',
    own: `As an operator, looked at the API key ${key.id} of project ${key.project_id}`,
    shown: {
      description: `An operator looked at the API key "${key.key_name}" and its usage`,
      projectId: key.project_id,
      userId: null,
    },
  })
