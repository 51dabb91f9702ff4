/** The figures of the operator's dashboard. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { operatorEndpoint } from './operator-calls.ts'

const planName = z.string().max(limits.nameLength)
const countsByPlan = z.record(planName, field.count)

export const readAdminStats = operatorEndpoint('GET /admin/stats', {
  name: 'readAdminStats',
  summary: 'Count the accounts and subscriptions of this instance.',
  output: z.object({
    totalUsers: field.count,
    /** Of INACTIVE accounts: whether their users can still restore them. */
    gracePeriod: z.object({ active: field.count, expired: field.count }),
    statusBreakdown: z.object({
      ACTIVE: field.count,
      PENDING: field.count,
      INACTIVE: field.count,
      SUSPENDED: field.count,
    }),
    /**
     * A canceled subscription is active until its paid period ends, so it is counted twice. Subscriptions of the
     * sandbox and of test modes count, but bring no revenue.
     */
    subscriptionStats: z.object({
      activeSubscriptionUsers: field.count,
      canceledSubscriptionUsers: field.count,
      /** In dollars, at today’s prices; a yearly subscription counts a twelfth. */
      monthlyRevenue: z.number().nonnegative(),
      activeSubscriptionsByPlan: countsByPlan,
      canceledSubscriptionsByPlan: countsByPlan,
      /** Of each plan above. */
      planDisplayNames: z.record(planName, z.string().max(limits.nameLength)),
    }),
    /** Accounts that are suspended, the last one first. */
    recentSuspensions: z
      .array(
        z.object({
          id: field.id,
          username: z.string().max(limits.nameLength),
          suspendedReason: z.string().max(limits.descriptionLength),
          /** Null: by a command on the server. */
          suspendedBy: z.string().max(limits.nameLength).nullable(),
          suspendedAt: field.time,
        }),
      )
      .max(5),
  }),
})

export const readRoleStats = operatorEndpoint('GET /admin/role-stats', {
  name: 'readRoleStats',
  summary: 'Count the users of each role.',
  output: z.object({
    totalRoles: field.count,
    /** Those with the most users first. */
    roleDistribution: z
      .array(
        z.object({
          name: z.string().max(limits.nameLength),
          displayName: z.string().max(limits.nameLength),
          isSystemRole: z.boolean(),
          userCount: field.count,
        }),
      )
      .max(1_000),
  }),
})
