import type { OutputOf } from '@envhold/contract/endpoint.ts'
import {
  type readApiKeyDetail as endpoint,
  type RecentCall,
  recentCalls,
} from '@envhold/contract/operator/api-keys.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import type { RecordedUsage } from '../../audit-log/unpack.ts'
import { newestCalls } from '../../usage/newest-calls.ts'
import { usageCells } from '../../usage/usage-statistics-store.ts'
import { findDescribedKey } from './every-api-key-store.ts'
import { everyApiKeyView } from './every-api-key-view.ts'
import { recordLook } from './record-look.ts'
import { toMs, viewStatuses } from './view-statuses.ts'

/** @throws AppError NOT_FOUND; TamperedRowError */
export async function readApiKeyDetail(
  ctx: Context,
  call: Pick<Call<typeof endpoint>, 'caller' | 'params' | 'origin'>,
): Promise<OutputOf<typeof endpoint>> {
  const key = await findDescribedKey(ctx, call.params.id)
  if (!key) throw new AppError('NOT_FOUND', { message: 'API key not found' })
  await recordLook(ctx, call, key)
  const of = { projectId: key.project_id, apiKeyId: key.id }
  const calls = await newestCalls(ctx.db, of, recentCalls)
  const cells = await usageCells(ctx, { ...of, since: ctx.clock() - daysMs(30), step: daysMs(1) })
  return {
    api_key: everyApiKeyView(key),
    recent_usage: calls.map(viewCall),
    usage_stats_30d: viewStatuses(cells),
  }
}

/** A name that no environment has is any text of the caller's, so it is not shown. */
const calledPath = ({ endpoint, projectId, environmentId, environmentName }: RecordedUsage): string =>
  endpoint
    .replace('{projectId}', String(projectId))
    .replace('{environment}', (placeholder) =>
      environmentId === null ? placeholder : encodeURIComponent(environmentName),
    )
    .slice(0, 300)

const viewCall = (call: RecordedUsage): RecentCall => ({
  id: `usage/${call.projectId}:${call.sequence}`,
  endpoint: calledPath(call),
  status_code: call.status,
  variables_count: call.variables,
  request_duration_ms: toMs(call.durationUs),
  ip_address: call.ip || null,
  created_at: wireTime(call.at),
  calls: call.calls,
})
