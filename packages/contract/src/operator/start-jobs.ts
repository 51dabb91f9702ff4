/** The calls that start a job, one for each kind, and the statistics beside their buttons. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { cleanupDetail, job, jobAnswer, maxDetails } from './jobs.ts'
import { maxReasonLength } from './operator-actions.ts'
import { operatorEndpoint } from './operator-calls.ts'

const reason = field.requiredText(maxReasonLength, 'A reason is required')

/** Starting takes the token of a preview; without a valid one the answer is 409. */
export const startJobBody = (tokenLength: number) =>
  z.strictObject({ token: field.text(tokenLength).optional(), reason })

const start = {
  body: startJobBody(1_000).meta({ id: 'StartJob' }),
  errors: ['CONFLICT'],
} as const

export const cleanUpExpired = operatorEndpoint('POST /admin/cleanup-expired', {
  ...start,
  name: 'cleanUpExpired',
  summary: 'Permanently delete the accounts whose 30-day restore window has ended.',
  output: z.object({ message: z.string().max(300), deletedUsers: field.count, job }),
})

export const restoreEligible = operatorEndpoint('POST /admin/archives/restore-eligible', {
  ...start,
  name: 'restoreEligible',
  summary: 'Restore the archived projects that fit into their owners’ plans.',
  output: z.object({ restoredProjects: field.count, usersAffected: field.count, job }),
})

export const cleanUpOrphans = operatorEndpoint('POST /admin/cleanup/orphaned-data', {
  ...start,
  name: 'cleanUpOrphans',
  summary: 'Delete rows whose owner, project, environment or API key is missing.',
  output: z.object({
    orphanedProjects: field.count,
    orphanedEnvironments: field.count,
    orphanedVariables: field.count,
    job,
  }),
})

export const forceCleanup = operatorEndpoint('POST /admin/cleanup/force-cleanup', {
  ...start,
  name: 'forceCleanup',
  summary: 'Delete everything whose time is over now, without waiting for the hourly tasks.',
  output: z.object({
    deletedUsers: field.count,
    deletedProjects: field.count,
    /** MB, to one decimal. */
    freedStorage: z.number().nonnegative(),
    job,
  }),
})

export const cleanUpExpiredSubscriptions = operatorEndpoint('POST /admin/cleanup-expired-subscriptions', {
  ...start,
  name: 'cleanUpExpiredSubscriptions',
  summary: 'Finish the downgrades whose grace period is over, and delete archived projects past their time.',
  output: z.object({
    message: z.string().max(300),
    processedUsers: field.count,
    finalizedDowngrades: field.count,
    archivedProjectsDeleted: field.count,
    details: z.array(cleanupDetail).max(maxDetails),
    job,
  }),
})

export const reapplyRevocations = operatorEndpoint('POST /admin/revocations/reapply', {
  ...start,
  name: 'reapplyRevocations',
  summary: 'Revoke again what was revoked after the backup that was restored.',
  output: jobAnswer,
})

export const readSubscriptionCleanupStats = operatorEndpoint('GET /admin/subscription-cleanup-stats', {
  name: 'readSubscriptionCleanupStats',
  summary: 'Count grace periods that are over or end within 7 days, and archived projects past their time.',
  output: z.object({
    expiredSubscriptionGracePeriods: field.count,
    expiringSoon: field.count,
    archivedProjectsAffected: field.count,
  }),
})

export const readArchivesStats = operatorEndpoint('GET /admin/archives/stats', {
  name: 'readArchivesStats',
  summary: 'Count archived projects, their owners, and those that fit into their owners’ plans.',
  output: z.object({
    totalArchivedProjects: field.count,
    usersWithArchives: field.count,
    restorationEligible: field.count,
  }),
})
