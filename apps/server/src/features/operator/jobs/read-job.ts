import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readJob as endpoint } from '@envhold/contract/operator/jobs.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import type { Call } from '../../../http/route.ts'
import { findJob, type ListedJob } from './job-store.ts'
import { wireJob } from './wire-job.ts'

/** @throws AppError NOT_FOUND */
export async function requireJob(db: Db, id: number): Promise<ListedJob> {
  const job = await findJob(db, id)
  if (!job) throw new AppError('NOT_FOUND', { message: 'Job not found' })
  return job
}

export const readJob = async (
  { db }: Pick<Context, 'db'>,
  { params }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> => ({ job: wireJob(await requireJob(db, params.id)) })
