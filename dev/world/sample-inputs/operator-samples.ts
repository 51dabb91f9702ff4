// A valid input of each call of the operator area. What an input names may not exist where an act would have effects.

import { createPlan } from '@envhold/contract/operator/plans.ts'
import { createRole } from '@envhold/contract/operator/roles.ts'
import { backUpElsewhere } from '../back-up-elsewhere.ts'
import { unique } from '../unique.ts'
import type { SampleWorld } from './sample-world.ts'
import type { SamplesOf } from './samples-of.ts'

type World = SampleWorld

const nothing = () => ({ params: { id: 999_999 } })
const reason = () => ({ body: { reason: 'Test' } })
const guest = (w: World) => ({ params: { id: w.guest.userId } })

const role = () => ({
  body: { name: unique('ROLE_'), display_name: 'Role', permissions: ['project.read' as const] },
})
const madeRole = async ({ owner }: World) => ({
  params: { id: (await owner.client.call(createRole, role())).role.id },
})
const plan = () => ({
  body: {
    name: unique('plan-'),
    display_name: 'Plan',
    description: '',
    price_monthly: 1,
    price_yearly: null,
    max_projects: 1,
    max_collaborators: 1,
    max_stored_bytes: 1_000_000,
    api_rate_limit_per_hour: 1,
    api_rate_limit_per_day: 1,
    api_features: {},
    is_active: false,
  },
})
/** Its name stays. */
const madePlan = async ({ owner }: World) => {
  const input = plan()
  return { params: { id: (await owner.client.call(createPlan, input)).plan.id }, ...input }
}

export const operatorSamples = {
  readRole: () => ({ params: { id: 1 } }),
  createRole: role,
  updateRole: async (w) => ({ ...(await madeRole(w)), ...role() }),
  deleteRole: madeRole,
  assignRole: async (w) => ({ ...guest(w), body: { role_id: (await madeRole(w)).params.id } }),
  readRoleHistory: guest,
  readUserPermissions: guest,

  readUserTransfer: nothing,
  startUserTransfer: (w) => ({ ...nothing(), body: { user_id: w.guest.userId, reason: 'Test' } }),
  endUserTransfer: () => ({ ...nothing(), ...reason() }),
  restoreUserProject: () => ({ ...nothing(), ...reason() }),

  readApiKeyDetail: () => ({ params: { id: 'none' } }),
  deactivateApiKey: () => ({ params: { id: 'none' }, body: { reason: 'Published' } }),

  previewJob: () => ({ body: { kind: 'restore-eligible' } }),
  readJob: nothing,
  stopJob: nothing,
  resumeJob: nothing,
  cleanUpExpired: reason,
  restoreEligible: reason,
  reapplyRevocations: reason,
  cleanUpOrphans: reason,
  forceCleanup: reason,
  cleanUpExpiredSubscriptions: reason,

  readUserDetail: guest,
  approveUser: guest,
  suspendUser: (w) => ({ params: { id: w.owner.userId }, ...reason() }),
  unsuspendUser: guest,
  extendGracePeriod: (w) => ({ ...guest(w), body: {} }),
  forceDeleteUser: (w) => ({ ...guest(w), ...reason() }),
  startUserReset: (w) => ({ ...guest(w), ...reason() }),
  endUserSessions: (w) => ({ params: { id: w.owner.userId }, ...reason() }),
  removeUserFactors: (w) => ({ ...guest(w), ...reason() }),
  readUserBilling: guest,
  openUserInvoice: (w) => ({ params: { id: w.guest.userId, invoiceId: 1 } }),

  inviteUser: () => ({ body: { email: `${unique('invited')}@example.com` } }),
  withdrawUserInvitation: () => ({ params: { id: 'none' } }),
  grantUserPlan: (w) => ({
    ...guest(w),
    body: { plan: 'pro', ends_at: new Date(w.app.ctx.clock() + 86_400_000).toISOString(), reason: 'Test' },
  }),
  endUserPlan: () => ({ ...nothing(), ...reason() }),
  previewUserAct: () => ({ body: { act: 'suspend-users', filter: { search: 'nobody' } } }),
  startUserAct: reason,

  createPlan: plan,
  previewPlanChange: () => ({ params: { id: 1 }, query: { max_projects: 9, max_collaborators: 9 } }),
  updatePlan: madePlan,
  deletePlan: async (w) => ({ params: (await madePlan(w)).params }),
  callOffPlannedLimits: async (w) => ({ params: (await madePlan(w)).params }),
  updatePaymentConfig: () => ({
    body: {
      defaultProvider: 'stripe',
      fallbackProvider: 'dodo',
      enableAutoFallback: true,
      testMode: true,
      providers: [],
    },
  }),
  testPaymentProvider: () => ({ params: { providerId: 'sandbox' }, body: {} }),
  updateAnnouncement: () => ({ body: { announcement: null, revision: 0 } }),
  updateSignUps: () => ({ body: { mode: null, revision: 0 } }),
  updateOperatorFactor: () => ({ body: { required: false, revision: 0 } }),

  previewMailTemplate: () => ({ params: { name: 'verify-email' } }),
  sendTestMail: () => ({
    params: { name: 'verify-email' },
    body: { to: `${unique('test')}@example.com` },
  }),
  createBackup: async ({ app }) => {
    await backUpElsewhere(app)
    return {}
  },
  verifyBackup: nothing,
  deleteBackup: nothing,
  verifyAudit: () => ({ body: { kind: 'verify-activity' } }),
} satisfies Partial<SamplesOf<World>>
