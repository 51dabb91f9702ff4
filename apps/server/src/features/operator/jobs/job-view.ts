import {
  type CleanupDetail,
  type Job,
  type JobKindName,
  type JobSummary,
  maxDetails,
  waitingText,
} from '@envhold/contract/operator/jobs.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
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

const people = (count: number) => (count === 1 ? '1 user' : `${count} users`)

const isDone = ({ state }: Job) => state === 'done'
const goesOn = 'The cleanup is still running. See its progress under Jobs.'

/** What each kind of job answers, from what it has done so far. */
export const expiredAnswer = (job: Job) => {
  const deletedUsers = job.result.deletedUsers ?? 0
  return { message: isDone(job) ? `Deleted ${people(deletedUsers)}` : goesOn, deletedUsers, job }
}

export const restoreAnswer = (job: Job) => ({
  restoredProjects: job.result.restoredProjects ?? 0,
  usersAffected: job.result.usersAffected ?? 0,
  job,
})

export const orphansAnswer = (job: Job) => ({
  orphanedProjects: job.result.orphanedProjects ?? 0,
  orphanedEnvironments: job.result.orphanedEnvironments ?? 0,
  orphanedVariables: job.result.orphanedVariables ?? 0,
  job,
})

const bytesPerMb = 1024 * 1024

export const forceAnswer = (job: Job) => ({
  deletedUsers: job.result.deletedUsers ?? 0,
  deletedProjects: (job.result.deletedProjects ?? 0) + (job.result.archivedProjectsDeleted ?? 0),
  freedStorage: Math.round(((job.result.freedBytes ?? 0) / bytesPerMb) * 10) / 10,
  job,
})

const failedDetail = ({ item, email, message }: Job['failures'][number]): CleanupDetail => ({
  username: item,
  email: email ?? '',
  oldPlan: '',
  newPlan: '',
  archivedProjectsDeleted: 0,
  error: message,
})

export const subscriptionsAnswer = (job: Job) => {
  const processedUsers = (job.result.usersAffected ?? 0) + job.failed
  return {
    message: isDone(job) ? `Processed ${people(processedUsers)}${waitingText(job.result)}` : goesOn,
    processedUsers,
    finalizedDowngrades: job.result.finalizedDowngrades ?? 0,
    archivedProjectsDeleted: job.result.archivedProjectsDeleted ?? 0,
    details: [...job.failures.map(failedDetail), ...job.details].slice(0, maxDetails),
    job,
  }
}
