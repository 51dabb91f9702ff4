import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listJobs as endpoint } from '@envhold/contract/operator/jobs.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { offsetOf, paginationOf } from '../paging.ts'
import { listJobRows } from './job-store.ts'
import { wireSummary } from './wire-job.ts'

export async function listJobs(
  { db }: Pick<Context, 'db'>,
  { query }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { limit, kind, state } = query
  const page = { limit, offset: offsetOf(query) }
  const { jobs, total } = await listJobRows(db, { kind, state }, page)
  return {
    jobs: jobs.map(wireSummary),
    pagination: paginationOf(query, total),
  }
}
