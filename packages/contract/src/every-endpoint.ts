import * as security from './account-security.ts'
import * as settings from './account-settings.ts'
import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as announcements from './announcement.ts'
import * as apiKeys from './api-keys.ts'
import * as archive from './archive.ts'
import * as members from './collaborators.ts'
import * as compliance from './compliance.ts'
import * as contact from './contact.ts'
import * as delayed from './delayed-changes.ts'
import * as deviceLogin from './device-login.ts'
import * as emailChanges from './email-change.ts'
import type { Endpoint } from './endpoint.ts'
import * as environments from './environments.ts'
import * as exported from './export.ts'
import * as formerNames from './former-names.ts'
import * as health from './health.ts'
import * as inject from './inject.ts'
import * as invoices from './invoices.ts'
import * as masterPassword from './keyring.ts'
import * as links from './mailed-links.ts'
import * as masterPasswordStatus from './master-password-status.ts'
import * as allApiKeys from './operator/api-keys.ts'
import * as audit from './operator/audit.ts'
import * as backups from './operator/backups.ts'
import * as operatorCompliance from './operator/compliance.ts'
import * as diagnostics from './operator/diagnostics.ts'
import * as instanceHealth from './operator/instance-health.ts'
import * as instanceSettings from './operator/instance-settings.ts'
import * as jobs from './operator/jobs.ts'
import * as mailTemplates from './operator/mail-templates.ts'
import type { OperatorCall } from './operator/operator-calls.ts'
import * as paymentSettings from './operator/payment-settings.ts'
import * as operatorPlans from './operator/plans.ts'
import * as revocations from './operator/revocations.ts'
import * as operatorRoles from './operator/roles.ts'
import * as startJobs from './operator/start-jobs.ts'
import * as statistics from './operator/statistics.ts'
import * as userBilling from './operator/user-billing.ts'
import * as operatorUsers from './operator/users.ts'
import * as ownerAccess from './owner-access.ts'
import * as passkeyProofs from './passkey-proofs.ts'
import * as passkeyUnlock from './passkey-unlock.ts'
import * as passkeys from './passkeys.ts'
import * as resets from './password-reset.ts'
import * as invitations from './pending-invitations.ts'
import * as personalTokens from './personal-tokens.ts'
import * as offers from './plan-offers.ts'
import * as projectLog from './project-log.ts'
import * as projects from './projects.ts'
import * as recoveryCodes from './recovery-codes.ts'
import * as answers from './respond-to-invitation.ts'
import * as sandbox from './sandbox.ts'
import * as signInProvider from './sign-in-provider.ts'
import * as subscription from './subscription.ts'
import * as subscriptionStatus from './subscription-status.ts'
import * as totp from './totp.ts'
import * as variables from './variables.ts'
import * as versions from './versions.ts'
import * as webhooks from './webhooks.ts'

const calls = [
  inject.inject,
  inject.readSchema,
  inject.injectByName,
  inject.readOwnApiKey,

  accounts.register,
  accounts.login,
  accounts.logout,
  accounts.readSession,
  accounts.changePassword,
  accounts.readUserStatus,
  security.readAccountSecurity,
  settings.updateProfile,
  settings.listSessions,
  settings.endSession,
  settings.endOtherSessions,
  settings.confirmPassword,
  totp.readTotp,
  totp.setUpTotp,
  totp.confirmTotpSetUp,
  totp.removeTotp,
  totp.signInWithTotp,
  totp.confirmTotp,
  recoveryCodes.renewRecoveryCodes,
  recoveryCodes.signInWithRecoveryCode,
  recoveryCodes.confirmRecoveryCode,
  settings.openVerification,
  settings.verifyEmail,
  settings.sendVerification,
  settings.deleteAccount,
  resets.requestPasswordReset,
  resets.openPasswordReset,
  resets.resetPassword,
  emailChanges.readEmailChange,
  emailChanges.changeEmail,
  emailChanges.cancelEmailChange,
  emailChanges.openEmailChange,
  emailChanges.confirmEmailChange,
  links.openProtection,
  links.useProtection,
  delayed.listDelayedChanges,
  delayed.startEmptyVault,
  delayed.stopDelayedChange,
  signInProvider.listSignInProviders,
  signInProvider.startProviderSignIn,
  signInProvider.finishProviderSignIn,
  signInProvider.readProviderLink,
  signInProvider.startProviderLink,
  signInProvider.finishProviderLink,
  signInProvider.unlinkProvider,
  signInProvider.startProviderConfirmation,
  signInProvider.confirmWithProvider,
  ownerAccess.returnEnvironments,
  subscriptionStatus.readSubscriptionStatus,
  subscription.readCurrentSubscription,
  subscription.refreshSubscription,
  offers.listPlans,
  subscription.readSubscriptionUsage,
  subscription.checkLimit,
  subscription.startCheckout,
  subscription.previewCancellation,
  subscription.cancelSubscription,
  subscription.resumeSubscription,
  subscription.openCustomerPortal,
  invoices.listInvoices,
  invoices.openInvoice,
  webhooks.receiveWebhook,
  compliance.readCompliance,
  compliance.retainProjects,
  compliance.readComplianceHistory,
  archive.listArchivedProjects,
  archive.archiveProject,
  archive.archiveExcess,
  archive.restoreProject,
  sandbox.readSandboxCheckout,
  sandbox.answerSandboxCheckout,
  sandbox.readSandboxPortal,
  sandbox.actInSandboxPortal,
  sandbox.readSandboxInvoice,

  masterPasswordStatus.readMasterPasswordStatus,
  masterPassword.setUpMasterPassword,
  masterPassword.validateMasterPassword,
  masterPassword.changeMasterPassword,
  masterPassword.recoverMasterPassword,
  masterPassword.rekeyEnvironments,
  masterPassword.renewRecoveryKey,
  security.confirmRecoveryKey,

  passkeyProofs.startPasskeySignIn,
  passkeyProofs.signInWithPasskey,
  passkeyProofs.startPasskeySecondFactor,
  passkeyProofs.completeWithPasskey,
  passkeyProofs.startPasskeyConfirmation,
  passkeyProofs.confirmPasskey,
  passkeys.listPasskeys,
  passkeys.startPasskeyRegistration,
  passkeys.registerPasskey,
  passkeys.renamePasskey,
  passkeys.deletePasskey,
  passkeyUnlock.startPasskeyUnlockSetUp,
  passkeyUnlock.setUpPasskeyUnlock,
  passkeyUnlock.startPasskeyUnlock,
  passkeyUnlock.unlockWithPasskey,

  projects.listProjects,
  projects.createProject,
  projects.readProject,
  projects.updateProject,
  projects.deleteProject,

  members.listCollaborators,
  members.inviteCollaborator,
  members.updateCollaborator,
  members.removeCollaborator,
  members.updateInvitation,
  members.cancelInvitation,
  invitations.listInvitations,
  answers.openInvitation,
  answers.acceptInvitation,
  answers.declineInvitation,

  environments.listEnvironments,
  environments.listAccessibleEnvironments,
  environments.createEnvironment,
  environments.renameEnvironment,
  environments.updateEnvironment,
  environments.deleteEnvironment,
  environments.countVariables,
  formerNames.listFormerNames,
  formerNames.endFormerName,
  environments.awaitVersion,

  variables.readVariables,
  variables.readVariablesByName,
  variables.listVariableNames,
  variables.createVariable,
  variables.updateVariable,
  variables.deleteVariable,
  variables.writeVariables,
  variables.importVariables,
  variables.downloadEnvironment,
  variables.compareEnvironments,
  versions.listVersions,
  versions.readVersion,
  versions.restoreVersion,

  exported.listExport,
  exported.exportEnvironment,

  apiKeys.listApiKeys,
  apiKeys.createApiKey,
  apiKeys.updateApiKey,
  apiKeys.deleteApiKey,
  apiKeys.readApiKeyUsage,
  apiKeys.listApiKeyPermissions,

  personalTokens.listPersonalTokens,
  personalTokens.createPersonalToken,
  personalTokens.revokePersonalToken,
  personalTokens.createCliToken,
  deviceLogin.startDeviceLogin,
  deviceLogin.pollDeviceLogin,
  deviceLogin.openDeviceLogin,
  deviceLogin.approveDeviceLogin,
  deviceLogin.denyDeviceLogin,

  activity.listActivityLogs,
  activity.exportActivityLogs,
  activity.listApiUsage,
  activity.exportApiUsage,
  activity.listProjectActivity,
  activity.exportProjectActivity,
  projectLog.downloadProjectLog,
  activity.readActivityHead,
  contact.sendContactMessage,

  statistics.readAdminStats,
  statistics.readRoleStats,
  operatorRoles.listRoles,
  operatorRoles.readRole,
  operatorRoles.createRole,
  operatorRoles.updateRole,
  operatorRoles.deleteRole,
  operatorRoles.assignRole,
  operatorRoles.readRoleHistory,
  operatorRoles.readUserPermissions,

  allApiKeys.listEveryApiKey,
  allApiKeys.readApiKeyStatistics,
  allApiKeys.readApiKeyDetail,
  allApiKeys.deactivateApiKey,

  jobs.previewJob,
  jobs.listJobs,
  jobs.readJob,
  jobs.stopJob,
  jobs.resumeJob,
  startJobs.cleanUpExpired,
  startJobs.restoreEligible,
  startJobs.cleanUpOrphans,
  startJobs.forceCleanup,
  startJobs.cleanUpExpiredSubscriptions,
  startJobs.readSubscriptionCleanupStats,
  startJobs.readArchivesStats,
  operatorUsers.listUsers,
  operatorUsers.listGracePeriodUsers,
  operatorUsers.readUserDetail,
  operatorUsers.approveUser,
  operatorUsers.suspendUser,
  operatorUsers.unsuspendUser,
  operatorUsers.extendGracePeriod,
  operatorUsers.forceDeleteUser,
  operatorUsers.listOwnOperatorActs,
  operatorPlans.listAllPlans,
  operatorPlans.createPlan,
  operatorPlans.previewPlanChange,
  operatorPlans.updatePlan,
  operatorPlans.deletePlan,
  paymentSettings.readPaymentConfig,
  paymentSettings.updatePaymentConfig,
  paymentSettings.testPaymentProvider,
  instanceSettings.readInstanceSettings,
  instanceSettings.updateAnnouncement,
  instanceSettings.updateSignUps,
  instanceSettings.updateOperatorFactor,
  operatorCompliance.readComplianceStats,
  operatorCompliance.readArchiveStats,
  operatorCompliance.readDunningStats,
  userBilling.readUserBilling,
  userBilling.openUserInvoice,

  mailTemplates.listMailTemplates,
  mailTemplates.previewMailTemplate,
  mailTemplates.sendTestMail,
  backups.listBackups,
  backups.createBackup,
  backups.verifyBackup,
  backups.deleteBackup,
  revocations.listRevocations,
  startJobs.reapplyRevocations,
  revocations.dismissRevocations,

  audit.listAuditEntries,
  audit.exportAuditEntries,
  audit.readAuditStatus,
  audit.verifyAudit,

  announcements.readAnnouncement,
  instanceHealth.readInstanceHealth,
  diagnostics.readDiagnostics,

  health.readLiveness,
  health.readReadiness,
] as const satisfies readonly Endpoint[]

/** Every call of the API, in the order of the reference page. */
export const everyEndpoint: readonly Endpoint[] = calls

/** One of them, with its exact type. */
export type KnownEndpoint = (typeof calls)[number]

type OperatorEndpoint = Extract<KnownEndpoint, { audience: 'operator' }>
type Unserved = Exclude<OperatorCall, OperatorEndpoint['name']>
/** A call of the operator area's table without an endpoint does not compile. */
true satisfies [Unserved] extends [never] ? true : Unserved
