import * as contract from '@envhold/contract/activity/activity.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import type { Call } from '../../http/route.ts'
import { verb } from '../../http/verb.ts'
import { readActivityHead as readChainHead, readLinkAt } from '../audit-log/activity-chain-store.ts'
import { readActivityHead as readHeads } from '../audit-log/report-heads.ts'
import { readNewestRoot } from '../audit-log/root-store.ts'
import { readUsageHead, readUsageLinkAt } from '../audit-log/usage-chain-store.ts'
import type { ChainPoint } from '../audit-log/verdict.ts'
import { requireProject } from '../projects/project-access.ts'

type HeadsCall = Call<typeof contract.readActivityHead>
type ProjectHeads = NonNullable<OutputOf<typeof contract.readActivityHead>['project']>

/**
 * The ends of the audit chains, for clients that compare them later. Those of a project are for its owner: they count
 * what happens in environments that collaborators do not see.
 */
export const readActivityHead = verb(contract.readActivityHead, async (ctx, call) => {
  requireProjectForPositions(call)
  const { caller, query } = call
  const project =
    query.project === undefined ? null : await requireProject(ctx, caller, query.project, 'read as owner')
  const { head, remembered } = await readHeads(ctx, query.at)
  const root = await readNewestRoot(ctx.db)
  return {
    head,
    remembered,
    root: root ? { number: root.number, mac: hex(root.mac), created_at: wireTime(root.at) } : null,
    project: project && (await readProjectHeads(ctx, project.project.id, query)),
  }
})

/** @throws AppError VALIDATION_FAILED */
function requireProjectForPositions({ query }: HeadsCall): void {
  const alone = (['activityAt', 'usageAt'] as const).filter(
    (name) => query[name] !== undefined && query.project === undefined,
  )
  if (alone.length === 0) return
  throw new AppError('VALIDATION_FAILED', {
    details: alone.map((path) => ({ path, message: 'Pass the project too' })),
  })
}

async function readProjectHeads(
  { db }: DbContext,
  projectId: number,
  { activityAt, usageAt }: HeadsCall['query'],
): Promise<ProjectHeads> {
  const chain = `activity/project/${projectId}`
  const activity = await readChainHead(db, chain)
  const usage = await readUsageHead(db, projectId)
  return {
    activity: {
      ...endOf(activity),
      remembered: rememberedOf(
        activityAt === undefined ? undefined : await readLinkAt(db, chain, activityAt),
      ),
    },
    usage: {
      ...endOf(usage),
      remembered: rememberedOf(
        usageAt === undefined ? undefined : await readUsageLinkAt(db, projectId, usageAt),
      ),
      trimmed: usage?.start_sequence ?? 0,
    },
  }
}

const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex')

const endOf = (end: ChainPoint | undefined) => ({ sequence: end?.sequence ?? 0, link: hex(end?.link) })

const rememberedOf = (end: ChainPoint | undefined) =>
  end ? { sequence: end.sequence, link: hex(end.link) } : null
