import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readAuditStatus as endpoint } from '@envhold/contract/operator/audit.ts'
import { verifyingKinds } from '@envhold/contract/operator/jobs.ts'
import type { Context } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/wire-time.ts'
import {
  type ChainStatus,
  countErasures,
  readActivityStatus,
  readUsageStatus,
} from '../../activity/everywhere/chain-status-store.ts'
import { readNewestRoot } from '../../audit-log/root-store.ts'
import { findNewestJob } from '../jobs/job-store.ts'
import { wireSummary } from '../jobs/wire-job.ts'

const wireStatus = ({ chains, entries, newestAt }: ChainStatus) => ({
  chains,
  entries,
  newest_at: wireTimeOrNull(newestAt),
})

export async function readAuditStatus({ db }: Pick<Context, 'db'>): Promise<OutputOf<typeof endpoint>> {
  const root = await readNewestRoot(db)
  const verification = await findNewestJob(db, verifyingKinds)
  return {
    activity: wireStatus(await readActivityStatus(db)),
    usage: wireStatus(await readUsageStatus(db)),
    root: root ? { number: root.number, chains: root.chains, created_at: wireTime(root.at) } : null,
    erasures_pending: await countErasures(db),
    verification: verification ? wireSummary(verification) : null,
  }
}
