/** Long work that an operator starts: shown before it begins, done in batches, and kept with its result. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import type { AreaPermission } from '../permissions.ts'
import { maxReasonLength } from './operator-actions.ts'
import { type OperatorCall, operatorCalls, operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'

/** Each kind of job, as people call it. */
export const jobNames = {
  'cleanup-expired': 'Cleanup Expired',
  'restore-eligible': 'Bulk Restore',
  'orphaned-data': 'Clean Orphaned',
  'force-cleanup': 'Force Cleanup',
  'expired-subscriptions': 'Process Expired Subscriptions',
  'reapply-revocations': 'Revoke Again',
  'verify-audit': 'Verify Audit Logs',
  'verify-activity': 'Verify Activity',
  'verify-usage': 'Verify API Usage',
  'suspend-users': 'Suspend Users',
  'unsuspend-users': 'End Suspensions',
  'sign-out-users': 'Sign Out Users',
  'grant-plan': 'Give a Plan',
} as const
export type JobKindName = keyof typeof jobNames
export const jobKinds = Object.keys(jobNames) as [JobKindName, ...JobKindName[]]

/** Jobs that change nothing: they start without a preview, from a page of their own. */
export const verifyingKinds = ['verify-audit', 'verify-activity', 'verify-usage'] as const
export type VerifyingKind = (typeof verifyingKinds)[number]
/** Acts on the users that a filter leaves; their previews have more to say (bulk-actions.ts). */
export const userActKinds = ['suspend-users', 'unsuspend-users', 'sign-out-users', 'grant-plan'] as const
export type UserActKind = (typeof userActKinds)[number]
export type PreviewedKind = Exclude<JobKindName, VerifyingKind | UserActKind>
export const isUserAct = (kind: JobKindName): kind is UserActKind =>
  userActKinds.some((userActKind) => userActKind === kind)
export const isVerifying = (kind: JobKindName): kind is VerifyingKind =>
  verifyingKinds.some((verifyingKind) => verifyingKind === kind)
export const previewedKinds = jobKinds.filter((kind) => !isVerifying(kind) && !isUserAct(kind)) as [
  PreviewedKind,
  ...PreviewedKind[],
]

/** The call that does the work of each kind: as a job, or for one user. */
export const callOfKind = {
  'cleanup-expired': 'cleanUpExpired',
  'restore-eligible': 'restoreEligible',
  'orphaned-data': 'cleanUpOrphans',
  'force-cleanup': 'forceCleanup',
  'expired-subscriptions': 'cleanUpExpiredSubscriptions',
  'reapply-revocations': 'reapplyRevocations',
  'verify-audit': 'verifyAudit',
  'verify-activity': 'verifyAudit',
  'verify-usage': 'verifyAudit',
  'suspend-users': 'suspendUser',
  'unsuspend-users': 'unsuspendUser',
  'sign-out-users': 'endUserSessions',
  'grant-plan': 'grantUserPlan',
} as const satisfies Record<JobKindName, OperatorCall>

/** What previewing, starting and resuming a job of this kind need, beside what these calls need themselves. */
export const permissionOfKind = (kind: JobKindName): AreaPermission =>
  operatorCalls[callOfKind[kind]].permission

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
const previewCounts = ['users', 'projects', 'environments', 'variables', 'revocations'] as const
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
  /** Of these nothing was taken: an e-mail precedes every step by a day. */
  'waitingUsers',
  'repeatedRevocations',
  'toldPeople',
  'missingSubjects',
  'checkedChains',
  'checkedEntries',
  'changedUsers',
  /** They have a plan that allows more, or one that an operator gave for longer. */
  'skippedUsers',
] as const
export type DoneCount = (typeof doneCounts)[number]

/** What a cleanup did not do yet, and why; empty if it did everything. */
export const waitingText = ({ waitingUsers = 0 }: Partial<Record<DoneCount, number>>): string =>
  waitingUsers === 0
    ? ''
    : `. Nothing was taken from ${waitingUsers === 1 ? '1 user who was' : `${waitingUsers} users who were`} mailed first: run it again tomorrow`

const name = z.string().max(limits.nameLength)
const kind = z.enum(jobKinds)

export const cleanupDetail = z.object({
  username: name,
  email: z.string().max(limits.emailLength),
  oldPlan: name,
  newPlan: name,
  archivedProjectsDeleted: field.count,
  error: z.string().max(500).nullable(),
})
export type CleanupDetail = z.output<typeof cleanupDetail>

export const jobSummary = z
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

export const job = jobSummary
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

export const previewJob = operatorEndpoint('POST /admin/jobs/preview', {
  name: 'previewJob',
  summary:
    'Count what a job would touch. The token starts the job, unless the counts change by more than 10 %.',
  body: z.strictObject({ kind: z.enum(previewedKinds) }),
  output: z.object({
    kind: z.enum(previewedKinds),
    counts,
    names: z.array(name).max(previewNames),
    token: z.string().max(1_000),
    expires_at: field.time,
  }),
})
export type JobPreview = z.output<typeof previewJob.output>

export const listJobs = operatorEndpoint('GET /admin/jobs', {
  name: 'listJobs',
  summary: 'List jobs, the newest first. A job is listed for 90 days after it ended.',
  query: z.object({ ...pageQuery(20), kind: kind.optional(), state: z.enum(jobStates).optional() }),
  output: z.object({ jobs: z.array(jobSummary).max(100), pagination }),
})

export const jobAnswer = z.object({ job }).meta({ id: 'JobAnswer' })

const ofOne = { params: z.object({ id: field.pathId }), output: jobAnswer } as const

export const readJob = operatorEndpoint('GET /admin/jobs/{id}', {
  ...ofOne,
  name: 'readJob',
  summary: 'Read a job with its result and what failed.',
  errors: ['NOT_FOUND'],
})

export const stopJob = operatorEndpoint('POST /admin/jobs/{id}/stop', {
  ...ofOne,
  name: 'stopJob',
  summary: 'Stop a running job after the account that it works on.',
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const resumeJob = operatorEndpoint('POST /admin/jobs/{id}/resume', {
  ...ofOne,
  name: 'resumeJob',
  summary: 'Resume a job that was stopped or failed, where it ended.',
  errors: ['NOT_FOUND', 'CONFLICT'],
})
