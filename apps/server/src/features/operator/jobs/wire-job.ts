import type { Job, JobKindName, JobSummary } from '@envhold/contract/operator/jobs.ts'
import { wireTime, wireTimeOrNull } from '../../../http/wire-time.ts'
import { resultOf } from './job-result.ts'
import type { ListedJob } from './job-store.ts'
import { countsOfPreview } from './preview-token.ts'

export function wireSummary(row: ListedJob): JobSummary {
  const { counts, failed } = resultOf(row)
  return {
    id: row.id,
    kind: row.kind as JobKindName,
    state: row.state,
    reason: row.reason,
    started_by: row.username,
    processed: Number(row.processed),
    // Something may have become due after the preview.
    total: Math.max(Number(row.total), Number(row.processed)),
    failed,
    preview: countsOfPreview(row.preview),
    result: counts,
    error: row.error,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    finished_at: wireTimeOrNull(row.finished_at),
  }
}

export function wireJob(row: ListedJob): Job {
  const { details, failures } = resultOf(row)
  return {
    ...wireSummary(row),
    details: details.map((detail) => ({ ...detail, error: null })),
    failures: [...failures],
  }
}
