import type { AuditCall } from '@envhold/contract/operator/audit.ts'
import type { Db } from '../../../db/connect.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { namesOfKeys } from '../../api-keys/api-key-store.ts'
import type { RecordedUsage } from '../../audit-log/unpack.ts'
import { namesOfProjects } from './entry-names-store.ts'
import { idsOf } from './show-activity.ts'

const toMs = (us: number) => Math.round(us / 100) / 10

/** A name that no environment has is any text of the caller's, so it is not shown. */
const calledPath = ({ endpoint, projectId, environmentId, environmentName }: RecordedUsage): string =>
  endpoint
    .replace('{projectId}', String(projectId))
    .replace('{environment}', (placeholder) =>
      environmentId === null ? placeholder : encodeURIComponent(environmentName),
    )
    .slice(0, 300)

/** Calls as operators see them, with the current names of projects and keys. */
export async function showUsage(db: Db, calls: readonly RecordedUsage[]): Promise<AuditCall[]> {
  const projects = await namesOfProjects(
    db,
    idsOf(calls, ({ projectId }) => projectId),
  )
  const keys = await namesOfKeys(db, [...new Set(calls.map(({ keyId }) => keyId))])
  return calls.map((call) => ({
    id: `usage/${call.projectId}:${call.sequence}`,
    http_method: call.method,
    endpoint: calledPath(call),
    status_code: call.status,
    created_at: wireTime(call.at),
    project: { id: call.projectId, name: projects.get(call.projectId) ?? null },
    environment: call.environmentId === null ? null : { id: call.environmentId, name: call.environmentName },
    api_key: { id: call.keyId, name: keys.get(call.keyId) ?? null },
    variables_count: call.variables,
    request_duration_ms: toMs(call.durationUs),
    ip_address: call.ip || null,
    request_id: call.requestId,
    calls: call.calls,
    chain: `usage/${call.projectId}`,
    position: call.sequence,
  }))
}
