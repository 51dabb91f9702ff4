import { downloadProjectLog as endpoint, projectLogsPerHour } from '@envhold/contract/activity/project-log.ts'
import type { Context } from '../../context.ts'
import { hex } from '../../db/json-rows.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verbWithResult } from '../../http/verb.ts'
import { actorOf } from '../audit-log/tx.ts'
import type { ChainPoint } from '../audit-log/verdict.ts'
import { requireProject } from '../projects/project-access.ts'
import { requireRateLimit } from '../users/attempt-limits.ts'
import type { ActivityWorld } from './activity-world.ts'
import { type LoggedChain, openActivity, openUsage } from './logged-chains.ts'
import { readLogSource } from './project-log-store.ts'
import { fileNamePart } from './write-export.ts'

const rule = { kind: 'project-log', limit: projectLogsPerHour, windowMs: 3_600_000 }

/**
 * Streams both chains of a project as they were at the start, for its owner. The download is recorded before its first
 * byte is written, so the file contains its own entry.
 * @throws AppError NOT_FOUND, FORBIDDEN for a collaborator, RATE_LIMITED; TamperedRowError
 */
export const downloadProjectLog = verbWithResult(
  endpoint,
  async (world: ActivityWorld, { caller, origin, params }) => {
    const { project } = await requireProject(world, caller, params.id, 'read as owner')
    await requireRateLimit(world, rule, String(caller.userId))
    const { id, name } = project
    await world.recorder.record({
      ...actorOf(caller, origin),
      type: 'activity_exported',
      description: `Downloaded the log of the project "${name}"`,
      projectId: id,
    })
    const { instanceId, root } = await readLogSource(world.db)
    const chains = [await openUsage(world, id), await openActivity(world, id)]
    const createdAt = wireTime(world.clock())
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
      stream: writeProjectLog(world, header, chains),
    }
  },
)

/** One line of the file: the fields in their order, bytes in hex. */
const lineOf = (fields: object): string => {
  const written = Object.entries(fields).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? hex(value) : value,
  ])
  return `${JSON.stringify(Object.fromEntries(written))}\n`
}

/** A log as NDJSON (stored-formats.md, 'Log of a project'). It is read as fast as the caller reads the file. */
async function* writeProjectLog(
  { log }: Pick<Context, 'log'>,
  header: object,
  chains: readonly LoggedChain[],
): AsyncGenerator<Buffer> {
  try {
    yield Buffer.from(`${JSON.stringify(header)}\n`)
    for (const { chain, begin, end, pages } of chains) {
      yield Buffer.from(lineOf({ begin: chain, ...pointOf(begin) }))
      for await (const rows of pages()) yield Buffer.from(rows.map(lineOf).join(''))
      yield Buffer.from(lineOf({ end: chain, ...pointOf(end) }))
    }
  } catch (error) {
    // The caller sees only a truncated download.
    log.taskFailed({ task: 'project log', error })
    throw error
  }
}

const pointOf = ({ sequence, link }: ChainPoint) => ({ sequence, link })
