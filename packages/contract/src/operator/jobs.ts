/** Long work that an operator starts: shown before it begins, done in batches, and kept with its result. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { maxReasonLength } from './acts.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'

/** Each kind of job, as people call it. */
export const jobNames = {
  'cleanup-expired': 'Cleanup Expired',
  'restore-eligible': 'Bulk Restore',
  'orphaned-data': 'Clean Orphaned',
  'force-cleanup': 'Force Cleanup',
  'expired-subscriptions': 'Process Expired Subscriptions',
} as const
export type JobKindName = keyof typeof jobNames
export const jobKinds = Object.keys(jobNames) as [JobKindName, ...JobKindName[]]

export const jobStates = ['running', 'stopped', 'done', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** A preview is valid for so long. */
export const previewMinutes = 10
/** The names that a preview shows. */
export const previewNames = 20
/** How many details, and how many failures, a job keeps. */
export const maxDetails = 200
/** How long a job is listed after it ended. */
export const jobDays = 90

/** What a job would touch. */
const previewCounts = ['users', 'projects', 'environments', 'variables'] as const
export type PreviewCount = (typeof previewCounts)[number]
const counts = z.partialRecord(z.enum(previewCounts), field.count)

/** What a job did. */
const doneCounts = [
  'deletedUsers',
  'deletedProjects',
  'freedBytes',
  'deletedRows',
  'restoredProjects',
  'skippedProjects',
  'usersAffected',
  'orphanedProjects',
  'orphanedEnvironments',
  'orphanedVariables',
  'finalizedDowngrades',
  'archivedProjectsDeleted',
] as const
export type DoneCount = (typeof doneCounts)[number]

const name = z.string().max(limits.nameLength)
const kind = z.enum(jobKinds)
const reason = field.requiredText(maxReasonLength, 'A reason is required')

const cleanupDetail = z.object({
  username: name,
  email: z.string().max(limits.emailLength),
  oldPlan: name,
  newPlan: name,
  archivedProjectsDeleted: field.count,
  error: z.string().max(500).nullable(),
})
export type CleanupDetail = z.output<typeof cleanupDetail>

const jobSummary = z
  .object({
    id: field.id,
    kind,
    state: z.enum(jobStates),
    reason: z.string().max(maxReasonLength),
    /** The username of the operator; null: the account was deleted. */
    started_by: name.nullable(),
    processed: field.count,
    total: field.count,
    /** How many items failed. */
    failed: field.count,
    preview: counts,
    result: z.partialRecord(z.enum(doneCounts), field.count),
    /** Why the job as a whole could not go on. */
    error: z.string().max(500).nullable(),
    created_at: field.time,
    updated_at: field.time,
    finished_at: field.time.nullable(),
  })
  .meta({ id: 'JobSummary' })
export type JobSummary = z.output<typeof jobSummary>

const job = jobSummary
  .extend({
    /** The accounts whose downgrade was processed, at most {@link maxDetails}. */
    details: z.array(cleanupDetail).max(maxDetails),
    /** What failed, at most {@link maxDetails}. */
    failures: z
      .array(
        z.object({
          /** A username, or what the work is called. */
          item: name,
          email: z.string().max(limits.emailLength).nullable(),
          message: z.string().max(500),
        }),
      )
      .max(maxDetails),
  })
  .meta({ id: 'Job' })
export type Job = z.output<typeof job>

export const previewJob = operatorEndpoint({
  name: 'previewJob',
  tag: 'Operator',
  summary:
    'Count what a job would touch. The token starts the job, unless the counts change by more than 10 %.',
  method: 'POST',
  path: '/admin/jobs/preview',
  body: z.strictObject({ kind }),
  output: z.object({
    kind,
    counts,
    names: z.array(name).max(previewNames),
    token: z.string().max(1_000),
    expires_at: field.time,
  }),
  success: 200,
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN'],
})
export type JobPreview = z.output<typeof previewJob.output>

export const listJobs = operatorEndpoint({
  name: 'listJobs',
  tag: 'Operator',
  summary: 'List jobs, the newest first. A job is listed for 90 days after it ended.',
  method: 'GET',
  path: '/admin/jobs',
  query: z.object({ ...pageQuery(20), kind: kind.optional(), state: z.enum(jobStates).optional() }),
  output: z.object({
    jobs: z.array(jobSummary).max(100),
    pagination,
  }),
  success: 200,
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN'],
})

const ofOne = {
  params: z.object({ id: field.pathId }),
  output: z.object({ job }).meta({ id: 'JobAnswer' }),
  success: 200,
} as const

export const readJob = operatorEndpoint({
  ...ofOne,
  name: 'readJob',
  tag: 'Operator',
  summary: 'Read a job with its result and what failed.',
  method: 'GET',
  path: '/admin/jobs/{id}',
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
})

export const stopJob = operatorEndpoint({
  ...ofOne,
  name: 'stopJob',
  tag: 'Operator',
  summary: 'Stop a running job after the account that it works on.',
  method: 'POST',
  path: '/admin/jobs/{id}/stop',
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export const resumeJob = operatorEndpoint({
  ...ofOne,
  name: 'resumeJob',
  tag: 'Operator',
  summary: 'Resume a job that was stopped or failed, where it ended.',
  method: 'POST',
  path: '/admin/jobs/{id}/resume',
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'STEP_UP_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
})

/** Starting takes the token of a preview; without a valid one the answer is 409. */
const start = {
  tag: 'Operator',
  method: 'POST',
  body: z.strictObject({ token: field.text(1_000).optional(), reason }).meta({ id: 'StartJob' }),
  success: 200,
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'STEP_UP_REQUIRED', 'CONFLICT'],
} as const

export const cleanUpExpired = operatorEndpoint({
  ...start,
  name: 'cleanUpExpired',
  summary: 'Delete the accounts for good whose 30 days to come back are over.',
  path: '/admin/cleanup-expired',
  output: z.object({ message: z.string().max(300), deletedUsers: field.count, job }),
})

export const restoreEligible = operatorEndpoint({
  ...start,
  name: 'restoreEligible',
  summary: 'Restore the archived projects that fit into their owners’ plans.',
  path: '/admin/archives/restore-eligible',
  output: z.object({ restoredProjects: field.count, usersAffected: field.count, job }),
})

export const cleanUpOrphans = operatorEndpoint({
  ...start,
  name: 'cleanUpOrphans',
  summary: 'Delete rows whose owner, project, environment or API key is missing.',
  path: '/admin/cleanup/orphaned-data',
  output: z.object({
    orphanedProjects: field.count,
    orphanedEnvironments: field.count,
    orphanedVariables: field.count,
    job,
  }),
})

export const forceCleanup = operatorEndpoint({
  ...start,
  name: 'forceCleanup',
  summary: 'Delete everything whose time is over now, without waiting for the hourly tasks.',
  path: '/admin/cleanup/force-cleanup',
  output: z.object({
    deletedUsers: field.count,
    deletedProjects: field.count,
    /** MB, to one decimal. */
    freedStorage: z.number().nonnegative(),
    job,
  }),
})

export const cleanUpExpiredSubscriptions = operatorEndpoint({
  ...start,
  name: 'cleanUpExpiredSubscriptions',
  summary: 'Finish the downgrades whose grace period is over, and delete archived projects past their time.',
  path: '/admin/cleanup-expired-subscriptions',
  output: z.object({
    message: z.string().max(300),
    processedUsers: field.count,
    finalizedDowngrades: field.count,
    archivedProjectsDeleted: field.count,
    details: z.array(cleanupDetail).max(maxDetails),
    job,
  }),
})

export const readSubscriptionCleanupStats = operatorEndpoint({
  name: 'readSubscriptionCleanupStats',
  tag: 'Operator',
  summary: 'Count grace periods that are over or end within 7 days, and archived projects past their time.',
  method: 'GET',
  path: '/admin/subscription-cleanup-stats',
  output: z.object({
    expiredSubscriptionGracePeriods: field.count,
    expiringSoon: field.count,
    archivedProjectsAffected: field.count,
  }),
  success: 200,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

export const readArchivesStats = operatorEndpoint({
  name: 'readArchivesStats',
  tag: 'Operator',
  summary: 'Count archived projects, their owners, and those that fit into their owners’ plans.',
  method: 'GET',
  path: '/admin/archives/stats',
  output: z.object({
    totalArchivedProjects: field.count,
    usersWithArchives: field.count,
    restorationEligible: field.count,
  }),
  success: 200,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})
