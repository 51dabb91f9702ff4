/** Projects that were archived because the plan does not allow as many: kept, and nothing else. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const endpoint = endpointsOf('Archive')

/** `grace_period_manual`: by its owner, who can restore it; `grace_period_expired`: at the end of a grace period. */
export const archiveReasons = ['grace_period_manual', 'grace_period_expired'] as const
export type ArchiveReason = (typeof archiveReasons)[number]

/** So that one call does not lock an account for long. */
export const maxArchivedAtOnce = 500

/** Of those that were deleted last. */
export const maxDeletedProjects = 100

const projectName = z.string().max(limits.nameLength)
const named = z.object({ id: field.id, name: projectName })
const reason = z.literal('grace_period_manual', 'Must be grace_period_manual')
const restoreToken = z.string().regex(/^[0-9a-f]{32}$/)

export const archivedProject = z
  .object({
    id: field.id,
    name: projectName,
    description: z.string().max(limits.descriptionLength).nullable(),
    reason: z.enum(archiveReasons),
    archivedAt: field.time,
    /** It is deleted then, unless it is restored. */
    expiresAt: field.time,
    /** Rounded up; 0 from the expiry on. */
    daysUntilExpiry: field.count,
    restoreToken,
    /** Only a paid plan brings it back, and does so by itself. */
    upgradeRequired: z.boolean(),
  })
  .meta({ id: 'ArchivedProject' })
export type ArchivedProject = z.output<typeof archivedProject>

export const listArchivedProjects = endpoint('GET /archive/projects', {
  name: 'listArchivedProjects',
  summary: 'The archived projects of the account, the next to expire first.',
  audience: 'session',
  output: z.object({
    archivedProjects: z.array(archivedProject).max(10_000),
    /** How many of them only a paid plan brings back. */
    hiddenCount: field.count,
    upgradeRequired: z.boolean(),
    /** How many projects can be restored before the plan is full; null is no limit. */
    availableSlots: field.count.nullable(),
    currentPlan: projectName,
    gracePeriodStatus: z.object({
      inGracePeriod: z.boolean(),
      daysRemaining: field.count,
      gracePeriodEnd: field.time.nullable(),
    }),
    showGracePeriodWarning: z.boolean(),
  }),
})

export const archiveProject = endpoint('POST /archive/projects/{id}', {
  name: 'archiveProject',
  summary: 'Archive a project during a grace period.',
  audience: 'session',
  stepUp: 'unless-unlocked',
  params: z.object({ id: field.pathId }),
  body: z.object({ reason }),
  output: z.object({ archived: named }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const archiveExcess = endpoint('POST /archive/projects', {
  name: 'archiveExcess',
  summary:
    'Archive all projects but these during a grace period, in one step. Beyond 500, repeat it for the rest.',
  audience: 'session',
  stepUp: 'unless-unlocked',
  body: z.object({ reason, keep: z.array(field.id).max(1_000) }),
  output: z.object({ archived: z.array(named).max(maxArchivedAtOnce) }),
  errors: ['FORBIDDEN'],
})

const restoredProject = z.object({ restored: named }).meta({ id: 'RestoredProject' })

export const restoreProject = endpoint('POST /archive/restore/{restoreToken}', {
  name: 'restoreProject',
  summary: 'Bring an archived project back, with all that belongs to it.',
  audience: 'session',
  params: z.object({ restoreToken }),
  output: restoredProject,
  errors: ['NOT_FOUND', 'LIMIT_REACHED', 'UPGRADE_REQUIRED'],
})

/** Days between two exchanges of a project in use for an archived one. */
export const exchangeDays = 7

export const exchangeProjects = endpoint('POST /archive/exchange', {
  name: 'exchangeProjects',
  summary:
    'Bring an archived project back in exchange for one in use, which is archived: once in 7 days, after a grace period.',
  audience: 'session',
  stepUp: 'unless-unlocked',
  body: z.object({ restoreToken, archive: field.id }),
  output: z.object({ restored: named, archived: named, expiresAt: field.time }),
  errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED'],
})

export const listDeletedProjects = endpoint('GET /archive/deleted-projects', {
  name: 'listDeletedProjects',
  summary: 'The deleted projects of the account that can still be restored, the next to be erased first.',
  audience: 'session',
  output: z.object({
    deletedProjects: z
      .array(z.object({ ...named.shape, deletedAt: field.time, erasedAt: field.time }))
      .max(maxDeletedProjects),
  }),
})

export const restoreDeletedProject = endpoint('POST /archive/deleted-projects/{id}/restore', {
  name: 'restoreDeletedProject',
  summary:
    'Bring a deleted project back within 7 days, with all that belongs to it. Its API keys work again.',
  audience: 'session',
  stepUp: 'unless-unlocked',
  params: z.object({ id: field.pathId }),
  output: restoredProject,
  errors: ['NOT_FOUND', 'LIMIT_REACHED'],
})

/** How long data is stored. The policies state these figures, and the sweeps delete by them. */
export const retention = {
  /** Calls with API keys and tokens, and the IP addresses in them. */
  usageDays: 90,
  /** What an account holds, after its owner has deleted it. */
  deletedAccountDays: 30,
  /** What was revoked, for a restore of a backup. */
  revocationDays: 365,
  /** Anything else that a person deletes. */
  deletedDataDays: 30,
  deletedProjectDays: 7,
  archivedProjectDays: 30,
  invitationDays: 7,
  /** Invitations that were answered, canceled or that expired. */
  endedInvitationDays: 30,
  /** Mails in the queue and in the outbox folder. */
  mailDays: 30,
  /** What recognizes a browser or a program, after its last sign-in. */
  browserDays: 365,
  /** Messages from the contact page. */
  supportYears: 3,
  /** Checkouts, payments and invoices. */
  billingYears: 7,
} as const
