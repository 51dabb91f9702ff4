import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listJobs as endpoint } from '@envhold/contract/operator/jobs.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { listJobRows } from './job-store.ts'
import { wireSummary } from './wire-job.ts'

export async function listJobs(
  { db }: Pick<Context, 'db'>,
  { query: { page, limit, kind, state } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const offset = (page - 1) * limit
  const { jobs, total } = await listJobRows(db, { kind, state }, { limit, offset })
  return {
    jobs: jobs.map(wireSummary),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  }
}
