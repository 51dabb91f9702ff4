/** What follows for an account that uses more than its plan allows: a grace period, in which its owner decides. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const endpoint = endpointsOf('Subscription')

/** −1 is no limit. */
const limit = z.int().min(-1)

/** At most this many projects can be named at once. */
const maxNamed = 1_000
export const maxHistory = 100

/** As stored: in lower case. */
const emailAddress = field.text(limits.emailLength)

const complianceActions = ['upgrade_required', 'archive_projects'] as const

export const compliance = z
  .object({
    /** The account is within its plan’s limits, or pays for more. */
    compliant: z.boolean(),
    inGracePeriod: z.boolean(),
    gracePeriodEnd: field.time.nullable(),
    /** What the owner has to do; null while compliant. Archiving helps only against too many projects. */
    action: z.enum(complianceActions).nullable(),
    maxProjects: limit,
    maxCollaborators: limit,
    pendingPlanName: z.string().max(limits.nameLength).nullable(),
    /** Of the plan whose limits the grace period leads to, as operators named it. */
    pendingPlanDisplayName: z.string().max(limits.nameLength).nullable(),
    archivedProjects: field.count,
    projectCount: field.count,
    collaboratorCount: field.count,
    /** Projects that the owner chose to stay when the grace period ends. */
    keep: z.array(field.id).max(maxNamed),
    /** Projects that are archived when the grace period ends, if nothing changes. */
    toArchive: z.array(field.id).max(10_000),
    /** The e-mail addresses of collaborators whom the owner chose to stay. */
    keepPeople: z.array(emailAddress).max(maxNamed),
    /** Those of collaborators whose access is paused when the grace period ends, if nothing changes. */
    toPause: z.array(emailAddress).max(10_000),
  })
  .meta({ id: 'Compliance' })
export type Compliance = z.output<typeof compliance>

export const readCompliance = endpoint('GET /users/compliance', {
  name: 'readCompliance',
  summary:
    'Whether the account is within its plan’s limits. 404 if it never had a grace period or an archive.',
  audience: 'session',
  whileSuspended: true,
  output: compliance,
  errors: ['NOT_FOUND'],
})

export const retainProjects = endpoint('PUT /users/compliance/retained-projects', {
  name: 'retainProjects',
  summary: 'Choose which projects stay when the grace period ends; without a choice, the oldest stay.',
  audience: 'session',
  stepUp: 'unless-unlocked',
  body: z.object({ projects: z.array(field.id).max(maxNamed) }),
  output: compliance,
  errors: ['CONFLICT'],
})

export const listRetainablePeople = endpoint('GET /users/compliance/people', {
  name: 'listRetainablePeople',
  summary: 'Everyone who shares a live project of the account, invited or accepted, the earliest first.',
  audience: 'session',
  output: z.object({
    people: z
      .array(
        z.object({
          email: emailAddress,
          /** Null until the invitation is accepted. */
          username: z.string().max(limits.nameLength).nullable(),
          /** When the first of these projects was shared. */
          since: field.time,
          projects: z.array(z.string().max(limits.nameLength)).max(10_000),
        }),
      )
      .max(10_000),
  }),
})

export const retainPeople = endpoint('PUT /users/compliance/retained-people', {
  name: 'retainPeople',
  summary:
    'Choose which collaborators stay when the grace period ends; without a choice, the earliest stay. Can pause the others now.',
  audience: 'session',
  stepUp: 'unless-unlocked',
  body: z.object({ people: z.array(emailAddress).max(maxNamed), pauseOthers: z.boolean().default(false) }),
  output: compliance,
  errors: ['CONFLICT'],
})

export const complianceEvents = [
  'subscription_started',
  'subscription_ended',
  'grace_started',
  'grace_reminder',
  'grace_cleared',
  'downgrade_completed',
  'downgrade_final',
  'projects_restored',
  'project_archived',
  'project_restored',
  'archived_project_deleted',
  'account_suspended',
  'account_unsuspended',
] as const

export const readComplianceHistory = endpoint('GET /users/compliance/history', {
  name: 'readComplianceHistory',
  summary: 'What happened to the account because of its plan or an operator, newest first, 100 at most.',
  audience: 'session',
  whileSuspended: true,
  output: z.object({
    entries: z
      .array(
        z.object({
          type: z.enum(complianceEvents),
          description: z.string().max(limits.descriptionLength),
          created_at: field.time,
        }),
      )
      .max(maxHistory),
  }),
})
