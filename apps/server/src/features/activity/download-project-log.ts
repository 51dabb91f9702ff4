import { type downloadProjectLog as endpoint, projectLogsPerHour } from '@envhold/contract/project-log.ts'
import type { Context } from '../../context.ts'
import type { Call, Reply } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { requireProject } from '../projects/project-access.ts'
import { requireRateLimit } from '../users/require-rate-limit.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { fileNamePart } from './export-list.ts'
import { openActivity, openUsage } from './logged-chains.ts'
import { readLogSource } from './project-log-store.ts'
import { writeProjectLog } from './write-project-log.ts'

const rule = { kind: 'project-log', limit: projectLogsPerHour, windowMs: 3_600_000 }

/**
 * Streams both chains of a project as they were at the start, for its owner. The download is recorded before its first
 * byte is written, so the file contains its own entry.
 * @throws AppError NOT_FOUND, FORBIDDEN for a collaborator, RATE_LIMITED; TamperedRowError
 */
export async function downloadProjectLog(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock' | 'log'>,
  { recorder }: Pick<ActivityDeps, 'recorder'>,
  { caller, origin, params }: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { project } = await requireProject(ctx, caller, params.id, 'read as owner')
  await requireRateLimit(ctx, rule, String(caller.userId))
  const { id, name } = project
  await recorder.record({
    ...actedBy(caller, origin),
    type: 'activity_exported',
    severity: 'medium',
    description: `Downloaded the log of the project "${name}"`,
    projectId: id,
  })
  const { instanceId, root } = await readLogSource(ctx.db)
  const chains = [await openUsage(ctx, id), await openActivity(ctx, id)]
  const createdAt = wireTime(ctx.clock())
  const header = {
    format: 'envhold-log',
    version: 2,
    instance_id: instanceId,
    project_id: id,
    project_name: name,
    created_at: createdAt,
    root: root && { number: root.number, at: root.at, mac: Buffer.from(root.mac).toString('hex') },
  }
  const file = `envhold-${fileNamePart(name) || id}-log-${createdAt.slice(0, 10)}.ndjson`
  return {
    headers: {
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="${file}"`,
    },
    stream: writeProjectLog(ctx, header, chains),
  }
}
