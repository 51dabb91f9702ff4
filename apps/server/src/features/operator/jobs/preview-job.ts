import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { previewJob as endpoint } from '@envhold/contract/operator/jobs.ts'
import { previewNames } from '@envhold/contract/operator/jobs.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { wireTime } from '../../../http/wire-time.ts'
import type { JobKinds } from './job-runner.ts'
import { signPreview } from './preview-token.ts'

/** Counts what a job would touch, and signs the counts. */
export async function previewJob(
  ctx: Context,
  kinds: JobKinds,
  { caller, body: { kind } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { counts, names } = await kinds[kind].preview()
  const { token, expires } = signPreview(ctx, { kind, operator: caller.userId, counts })
  return { kind, counts, names: names.slice(0, previewNames), token, expires_at: wireTime(expires) }
}
