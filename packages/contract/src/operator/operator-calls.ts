/** What every call of the operator area requires: one table, which the endpoints read. */

import type { StepUp } from '../accounts/step-up.ts'
import { type CallDefinition, endpoint, type RequestLine } from '../endpoint.ts'
import type { AreaPermission } from '../permissions.ts'

interface Requirement {
  readonly permission: AreaPermission
  /** Calls that destroy or widen something also need a proof of identity from the last minutes. */
  readonly stepUp?: StepUp
}

export const operatorCalls = {
  // Statistics
  readAdminStats: { permission: 'admin.stats' },
  readRoleStats: { permission: 'admin.stats' },
  // Users
  listUsers: { permission: 'user.read' },
  exportUsers: { permission: 'user.read', stepUp: 'always' },
  listGracePeriodUsers: { permission: 'user.read' },
  readUserDetail: { permission: 'user.read' },
  approveUser: { permission: 'user.unsuspend', stepUp: 'always' },
  suspendUser: { permission: 'user.suspend', stepUp: 'always' },
  unsuspendUser: { permission: 'user.unsuspend', stepUp: 'always' },
  extendGracePeriod: { permission: 'user.force_delete', stepUp: 'always' },
  forceDeleteUser: { permission: 'user.force_delete', stepUp: 'always' },
  startUserReset: { permission: 'user.unsuspend', stepUp: 'always' },
  endUserSessions: { permission: 'user.suspend', stepUp: 'always' },
  removeUserFactors: { permission: 'user.force_delete', stepUp: 'always' },
  /** Each act also needs what it needs for one user. */
  previewUserAct: { permission: 'admin.cleanup' },
  startUserAct: { permission: 'admin.cleanup', stepUp: 'always' },
  listUserInvitations: { permission: 'user.read' },
  /** It also needs `user.read`: the answer says whether an account with the address exists. */
  inviteUser: { permission: 'user.unsuspend', stepUp: 'always' },
  withdrawUserInvitation: { permission: 'user.unsuspend', stepUp: 'always' },
  // Roles
  listRoles: { permission: 'role.read' },
  readRole: { permission: 'role.read' },
  createRole: { permission: 'role.create', stepUp: 'always' },
  updateRole: { permission: 'role.update', stepUp: 'always' },
  deleteRole: { permission: 'role.delete', stepUp: 'always' },
  /** A role with operator permissions also needs `role.assign.admin`. */
  assignRole: { permission: 'role.assign.user', stepUp: 'always' },
  readRoleHistory: { permission: 'role.read' },
  readUserPermissions: { permission: 'role.read' },
  // Jobs
  previewJob: { permission: 'admin.cleanup' },
  listJobs: { permission: 'admin.stats' },
  readJob: { permission: 'admin.stats' },
  stopJob: { permission: 'admin.cleanup', stepUp: 'always' },
  /** It also needs what starting the job needs. */
  resumeJob: { permission: 'admin.cleanup', stepUp: 'always' },
  cleanUpExpired: { permission: 'admin.cleanup', stepUp: 'always' },
  restoreEligible: { permission: 'admin.cleanup', stepUp: 'always' },
  cleanUpOrphans: { permission: 'admin.cleanup', stepUp: 'always' },
  forceCleanup: { permission: 'admin.cleanup', stepUp: 'always' },
  cleanUpExpiredSubscriptions: { permission: 'admin.cleanup', stepUp: 'always' },
  readSubscriptionCleanupStats: { permission: 'admin.stats' },
  readArchivesStats: { permission: 'admin.stats' },
  // Plans and payment settings
  listAllPlans: { permission: 'admin.stats' },
  previewPlanChange: { permission: '*' },
  createPlan: { permission: '*', stepUp: 'always' },
  updatePlan: { permission: '*', stepUp: 'always' },
  deletePlan: { permission: '*', stepUp: 'always' },
  callOffPlannedLimits: { permission: '*', stepUp: 'always' },
  readPaymentConfig: { permission: '*' },
  updatePaymentConfig: { permission: '*', stepUp: 'always' },
  testPaymentProvider: { permission: '*' },
  // Settings of the instance
  readInstanceSettings: { permission: 'admin.stats' },
  updateAnnouncement: { permission: '*', stepUp: 'always' },
  updateSignUps: { permission: '*', stepUp: 'always' },
  updateOperatorFactor: { permission: '*', stepUp: 'always' },
  // Compliance
  readComplianceStats: { permission: 'admin.stats' },
  readArchiveStats: { permission: 'admin.stats' },
  readDunningStats: { permission: 'admin.stats' },
  // What an account pays, for a conversation about a refund
  readUserBilling: { permission: 'admin.stats' },
  openUserInvoice: { permission: 'admin.stats' },
  listEverySubscription: { permission: 'admin.stats' },
  exportSubscriptions: { permission: 'admin.stats', stepUp: 'always' },
  listEveryInvoice: { permission: 'admin.stats' },
  exportInvoices: { permission: 'admin.stats', stepUp: 'always' },
  listFailedPayments: { permission: 'admin.stats' },
  exportFailedPayments: { permission: 'admin.stats', stepUp: 'always' },
  grantUserPlan: { permission: '*', stepUp: 'always' },
  endUserPlan: { permission: '*', stepUp: 'always' },
  // Projects
  listEveryProject: { permission: 'admin.stats' },
  restoreUserProject: { permission: 'admin.cleanup', stepUp: 'always' },
  readUserTransfer: { permission: 'admin.cleanup' },
  startUserTransfer: { permission: 'admin.cleanup', stepUp: 'always' },
  endUserTransfer: { permission: 'admin.cleanup', stepUp: 'always' },
  // API keys
  listEveryApiKey: { permission: 'admin.stats' },
  readApiKeyStatistics: { permission: 'admin.stats' },
  readApiKeyDetail: { permission: 'admin.stats' },
  deactivateApiKey: { permission: 'admin.cleanup', stepUp: 'always' },
  // Mail templates
  listMailTemplates: { permission: 'admin.stats' },
  previewMailTemplate: { permission: 'admin.stats' },
  sendTestMail: { permission: 'admin.cleanup', stepUp: 'always' },
  // Audit logs
  listAuditEntries: { permission: '*' },
  exportAuditEntries: { permission: '*', stepUp: 'always' },
  readAuditStatus: { permission: 'admin.stats' },
  verifyAudit: { permission: '*' },
  // Health of the instance
  readInstanceHealth: { permission: 'admin.stats' },
  readDiagnostics: { permission: '*', stepUp: 'always' },
  // Backups
  listBackups: { permission: '*' },
  createBackup: { permission: '*', stepUp: 'always' },
  verifyBackup: { permission: '*' },
  deleteBackup: { permission: '*', stepUp: 'always' },
  // After a restore
  listRevocations: { permission: '*' },
  reapplyRevocations: { permission: '*', stepUp: 'always' },
  dismissRevocations: { permission: '*', stepUp: 'always' },
} as const satisfies Record<string, Requirement>

export type OperatorCall = keyof typeof operatorCalls

type Definition<Name extends OperatorCall> = Omit<CallDefinition, 'name' | 'tag'> & { readonly name: Name }

/** An endpoint of the operator area, with what the table requires of its callers. */
export const operatorEndpoint = <
  Name extends OperatorCall,
  const Line extends RequestLine,
  const D extends Definition<Name>,
>(
  line: Line,
  definition: D & { readonly name: Name },
) => {
  const { permission, stepUp }: Requirement = operatorCalls[definition.name]
  return endpoint(line, {
    ...definition,
    tag: 'Operator',
    audience: 'operator',
    operatorPermission: permission,
    ...(stepUp !== undefined && { stepUp }),
  })
}
