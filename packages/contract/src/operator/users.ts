/** The users of the instance, as operators see them: never a value, the name of a variable, or a secret. */
import { z } from 'zod'
import { userStatuses } from '../accounts/accounts.ts'
import { providerIds } from '../billing/payments.ts'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { maxReasonLength, operatorActionInfo } from './operator-actions.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'

const params = z.object({ id: field.pathId })
const username = z.string().max(limits.nameLength)
const email = z.string().max(limits.emailLength)

const named = z.object({ name: username, display_name: username })

export const userSorts = ['newest', 'oldest', 'name', 'storage'] as const
export type UserSort = (typeof userSorts)[number]
export const usersPageSize = 20

const listedUser = z
  .object({
    id: field.id,
    username,
    email,
    status: z.enum(userStatuses),
    suspendedReason: z.string().max(limits.descriptionLength).nullable(),
    /** The operator who suspended the account; null for a command on the machine. */
    suspendedBy: username.nullable(),
    suspendedAt: field.time.nullable(),
    /** Until when the owner of an INACTIVE account can restore it. */
    grace_ends_at: field.time.nullable(),
    created_at: field.time,
    roles: z.array(z.object({ id: field.id, name: username, display_name: username })).max(10),
    plan: named,
    _count: z.object({ projects: field.count, collaborations: field.count }),
    /** Of all projects that the user owns. */
    stored_bytes: field.count,
  })
  .meta({ id: 'ListedUser' })
export type ListedUser = z.output<typeof listedUser>

/** What selects users. The names of a role and of a plan are whole. */
export const userFilter = {
  status: z.enum(userStatuses).optional(),
  role: field.text(limits.nameLength).optional(),
  plan: field.text(limits.nameLength).optional(),
  /** The id, or a part of the username, of the first or last name, or of the e-mail address; case-insensitive. */
  search: field.text(limits.nameLength).optional(),
}

export const listUsers = operatorEndpoint('GET /admin/users', {
  name: 'listUsers',
  summary: 'List the users of the instance, with the number of users in each status.',
  query: z.object({
    ...userFilter,
    sort: z.enum(userSorts).default('newest'),
    ...pageQuery(usersPageSize),
  }),
  output: z.object({
    users: z.array(listedUser).max(100),
    /** Of all users, whatever the filter. */
    counts: z.object({
      ACTIVE: field.count,
      SUSPENDED: field.count,
      INACTIVE: field.count,
      PENDING: field.count,
    }),
    /** What the filters offer. */
    roles: z.array(named).max(1_000),
    plans: z.array(named).max(1_000),
    pagination,
  }),
})

/** The most users of an export. */
export const maxExportedUsers = 100_000

export const exportUsers = operatorEndpoint('GET /admin/users/export', {
  name: 'exportUsers',
  summary:
    'The users that the filters leave as a CSV file, the newest 100,000 at most. The operator’s activity records the export.',
  query: z.object(userFilter),
  produces: ['text/csv; charset=utf-8'],
})

/** The list is a preview; `total` says how many there are. */
export const maxGracePeriodUsers = 100

export const listGracePeriodUsers = operatorEndpoint('GET /admin/users/grace-period', {
  name: 'listGracePeriodUsers',
  summary: 'List the users who deleted their account and can still restore it, the first to end first.',
  output: z.object({
    gracePeriodUsers: z
      .array(z.object({ id: field.id, username, email, grace_ends_at: field.time }))
      .max(maxGracePeriodUsers),
    /** How many there are. */
    total: field.count,
  }),
})

/** Something that happened to an account. It names no project and no variable. */
const userEvent = z.object({ type: z.string().max(60), created_at: field.time })

const userDetail = listedUser
  .extend({
    firstName: z.string().max(limits.nameLength).nullable(),
    lastName: z.string().max(limits.nameLength).nullable(),
    email_verified_at: field.time.nullable(),
    /** The newest subscription. */
    subscription: z
      .object({
        status: z.string().max(40),
        provider: z.enum(providerIds),
        current_period_end: field.time.nullable(),
        cancel_at: field.time.nullable(),
      })
      .nullable(),
    /** What follows from a plan that has ended. */
    phase: z.object({ name: z.enum(['compliant', 'grace', 'final']), grace_end: field.time.nullable() }),
    factors: z.object({
      password: z.boolean(),
      totp: z.boolean(),
      passkeys: field.count,
      provider_identities: field.count,
      master_password: z.boolean(),
    }),
    sessions: field.count,
    last_seen_at: field.time.nullable(),
    last_sign_in_at: field.time.nullable(),
    acts: z.array(operatorActionInfo.extend({ operator: username.nullable() })).max(100),
    events: z.array(userEvent).max(100),
  })
  .meta({ id: 'UserDetail' })
export type UserDetail = z.output<typeof userDetail>

export const readUserDetail = operatorEndpoint('GET /admin/users/{id}', {
  name: 'readUserDetail',
  summary: 'Read the state of an account, what operators did to it, and its last events.',
  params,
  output: z.object({ user: userDetail }),
  errors: ['NOT_FOUND'],
})

/** What every act on an account has. */
const ofUser = { params, output: field.message, errors: ['NOT_FOUND', 'CONFLICT'] } as const

export const approveUser = operatorEndpoint('POST /admin/users/{id}/approve', {
  ...ofUser,
  name: 'approveUser',
  summary: 'Approve a PENDING account. Its user gets an e-mail.',
})

/** The reason of an act, which the user reads. */
const actReason = (message: string) => field.requiredLines(maxReasonLength, message)
const mailedReason = z
  .object({ reason: actReason('A reason is required').describe('Mailed to the user.') })
  .meta({ id: 'MailedReason' })

export const suspendUser = operatorEndpoint('POST /admin/users/{id}/suspend', {
  ...ofUser,
  name: 'suspendUser',
  summary: 'Suspend an ACTIVE account. Its user reads the reason.',
  body: z.object({
    reason: actReason('Suspension reason is required').describe('The user reads it and gets it by mail.'),
  }),
})

export const unsuspendUser = operatorEndpoint('POST /admin/users/{id}/unsuspend', {
  ...ofUser,
  name: 'unsuspendUser',
  summary: 'End the suspension of an account.',
})

export const startUserReset = operatorEndpoint('POST /admin/users/{id}/reset', {
  ...ofUser,
  name: 'startUserReset',
  summary:
    'E-mail the user of an account a link for a new password, three an hour at most. Operators never see the link.',
  body: z.object({ reason: actReason('A reason is required').describe('The user reads it.') }),
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

export const endUserSessions = operatorEndpoint('POST /admin/users/{id}/end-sessions', {
  ...ofUser,
  name: 'endUserSessions',
  summary: 'Sign out every device of an account. Its personal tokens and API keys work as before.',
  body: mailedReason,
})

export const removeUserFactors = operatorEndpoint('POST /admin/users/{id}/remove-factors', {
  ...ofUser,
  name: 'removeUserFactors',
  summary:
    'Remove the authenticator app, the recovery codes and the passkeys of an account after 72 hours. Its user gets an e-mail immediately, and can stop it.',
  body: mailedReason,
  output: field.message.extend({ due_at: field.time }),
})

export const graceExtension = { days: 30, maxDays: 365 } as const

export const extendGracePeriod = operatorEndpoint('POST /admin/users/{id}/extend-grace-period', {
  name: 'extendGracePeriod',
  summary:
    'Extend the time in which the owner of an INACTIVE account can restore it. It ends 365 days from now at the latest.',
  // Twice would be twice as long.
  idempotency: 'replay',
  params,
  body: z.object({ days: z.int().min(1).max(graceExtension.maxDays).default(graceExtension.days) }),
  output: field.message.extend({ grace_ends_at: field.time }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const forceDeleteUser = operatorEndpoint('DELETE /admin/users/{id}/force-delete', {
  ...ofUser,
  name: 'forceDeleteUser',
  summary: 'Permanently delete an INACTIVE, SUSPENDED or PENDING account, with its projects.',
  body: mailedReason,
})

export const listOwnOperatorActs = endpoint('GET /account/operator-acts', {
  name: 'listOwnOperatorActs',
  tag: 'Accounts',
  summary: 'List what operators did to the own account, the newest first, with their reasons.',
  audience: 'session',
  output: z.object({ acts: z.array(operatorActionInfo).max(100) }),
})
