import { type Job, readJob } from '@envhold/contract/operator/jobs.ts'
import { expect } from 'vitest'
import type { Person } from './sign-up.ts'

/** A job of operators when it runs no longer: a busy machine may need longer than the call that starts it waits. */
export async function finishedJob(client: Person['client'], { id }: Pick<Job, 'id'>): Promise<Job> {
  const read = async () => (await client.call(readJob, { params: { id } })).job
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toBe('running')
  return await read()
}
