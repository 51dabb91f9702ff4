import type { ApiUsageLog } from '@envhold/contract/activity/activity.ts'
import { wireTime } from '../../http/wire-time.ts'
import { namesOfKeys, namesOfKeysIn } from '../api-keys/api-key-store.ts'
import type { RecordedUsage } from '../audit-log/unpack.ts'
import { namesOfOwned } from '../projects/project-store.ts'
import type { ActivityContext, ShownList } from './activity-world.ts'
import { countUsage } from './count-usage.ts'
import { idsNamed, searchTerms } from './search-terms.ts'

const toMs = (us: number) => Math.round(us / 100) / 10

/** The maximum length in the contract. */
const maxPathLength = 300

/** What was called: the endpoint's path, filled with the entry's parameters. */
const calledPath = ({ endpoint, projectId, environmentName }: RecordedUsage): string =>
  endpoint
    .replace('{projectId}', String(projectId))
    .replace('{environment}', () => encodeURIComponent(environmentName))
    .slice(0, maxPathLength)

/** The calls made with the keys of an account's projects. */
export async function apiUsageOf(
  ctx: ActivityContext,
  userId: number,
  query: { search?: string | undefined; since: number },
): Promise<ShownList<RecordedUsage, ApiUsageLog>> {
  const projects = new Map((await namesOfOwned(ctx, userId)).map(({ id, name }) => [id, name]))
  const projectIds = [...projects.keys()]
  const searched = searchTerms(query.search)
  const allKeys = searched.length === 0 ? new Map() : await namesOfKeysIn(ctx, projectIds)
  const words = searched.map((word) => ({
    word,
    projectIds: idsNamed(projects, word),
    keyIds: idsNamed(allKeys, word),
  }))
  return {
    count: ({ usage }) => countUsage(ctx, { projectIds, since: query.since, words }, usage),
    show: async (entries) => {
      const keys = await namesOfKeys(ctx.db, [...new Set(entries.map(({ keyId }) => keyId))])
      return entries.map((entry) => ({
        id: `usage/${entry.projectId}:${entry.sequence}`,
        http_method: entry.method,
        endpoint: calledPath(entry),
        status_code: entry.status,
        created_at: wireTime(entry.at),
        project_id: entry.projectId,
        project_name: projects.get(entry.projectId) ?? null,
        environment_name: entry.environmentName || null,
        api_key_name: keys.get(entry.keyId) ?? null,
        variables_count: entry.variables,
        request_duration_ms: toMs(entry.durationUs),
        ip_address: entry.ip || null,
        calls: entry.calls,
      }))
    },
  }
}
