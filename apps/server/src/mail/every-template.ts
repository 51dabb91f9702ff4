import type { MailTemplate } from './mail-template.ts'
import type { ValuesOf } from './mail-variables.ts'
import {
  accountApproved,
  accountDeleted,
  accountForceDeleted,
  accountSuspended,
  accountUnsuspended,
  changesUndone,
  downgradeBrake,
  operatorRoleChanged,
  sessionsEndedByOperator,
} from './templates/accounts.ts'
import {
  apiKeyCreated,
  apiKeyDeactivated,
  apiKeyDeleted,
  apiKeyExpiring,
  variablesDue,
} from './templates/api-keys.ts'
import {
  archivedProjectsDeleted,
  archiveReminder,
  projectArchived,
  projectRestoredByOperator,
} from './templates/archive.ts'
import {
  collaboratorVaultEmptied,
  invitation,
  invitationAccepted,
  invitationDeclined,
  ownerVaultEmptied,
  removedFromProject,
  roleChanged,
} from './templates/collaboration.ts'
import { contactDigest, contactMessage } from './templates/contact.ts'
import {
  confirmEmail,
  emailChanged,
  emailChangeRequested,
  emailChangeUndone,
  emailTaken,
  verifyEmail,
} from './templates/email.ts'
import {
  passkeyAdded,
  passkeyCounterRegression,
  passkeyRemoved,
  passkeyUnlockSet,
  recoveryCodesRenewed,
  recoveryCodeUsed,
  removeFactorsDone,
  removeFactorsReminder,
  removeFactorsStarted,
  totpAdded,
  totpRemoved,
} from './templates/factors.ts'
import { callsRunningOut, callsUsedUp } from './templates/month-calls.ts'
import {
  disputeClosed,
  paymentDisputed,
  paymentFailed,
  paymentReceipt,
  paymentRecovered,
  paymentRefunded,
  subscriptionCanceled,
  subscriptionEnded,
  subscriptionResumed,
} from './templates/payments.ts'
import {
  downgradeCompleted,
  downgradeFinal,
  graceCleared,
  graceReminder,
  graceStarted,
  planLimitsCalledOff,
  planLimitsLowered,
  projectsRestored,
} from './templates/plan-limits.ts'
import {
  sharedAccessEnded,
  sharedAccessEnding,
  sharedAccessRestored,
  sharedAccessRetained,
  sharedArchiveReminder,
  sharedOwnerDeleted,
  sharedOwnerReminder,
  sharedOwnerSuspended,
  sharedProjectsArchived,
  sharedProjectsDeleted,
} from './templates/shared-projects.ts'
import {
  attemptsLocked,
  newSignIn,
  passwordChanged,
  passwordReset,
  passwordResetTokens,
  providerLinked,
  providerUnlinked,
  resetPassword,
} from './templates/sign-in.ts'
import {
  delayedChangeStopped,
  emptyVaultDone,
  emptyVaultReminder,
  emptyVaultStarted,
  masterPasswordChanged,
  masterPasswordRecovered,
  masterPasswordSet,
  recoveryKeyRenewed,
  recoveryKeyUsed,
} from './templates/vault.ts'

/** Every mail that the server can write. What is not listed here cannot be queued. */
export const everyTemplate = {
  verifyEmail,
  invitation,
  invitationAccepted,
  invitationDeclined,
  roleChanged,
  removedFromProject,
  sharedAccessEnded,
  sharedAccessEnding,
  sharedAccessRetained,
  sharedAccessRestored,
  sharedArchiveReminder,
  sharedOwnerDeleted,
  sharedOwnerReminder,
  sharedOwnerSuspended,
  sharedProjectsArchived,
  sharedProjectsDeleted,
  masterPasswordSet,
  masterPasswordChanged,
  masterPasswordRecovered,
  recoveryKeyUsed,
  recoveryKeyRenewed,
  newSignIn,
  passwordChanged,
  ownerVaultEmptied,
  collaboratorVaultEmptied,
  confirmEmail,
  delayedChangeStopped,
  emailChangeRequested,
  emailChangeUndone,
  emailChanged,
  emailTaken,
  emptyVaultDone,
  emptyVaultReminder,
  emptyVaultStarted,
  changesUndone,
  passwordReset,
  passwordResetTokens,
  removeFactorsDone,
  removeFactorsReminder,
  removeFactorsStarted,
  resetPassword,
  totpAdded,
  totpRemoved,
  recoveryCodeUsed,
  recoveryCodesRenewed,
  attemptsLocked,
  providerLinked,
  providerUnlinked,
  passkeyAdded,
  passkeyRemoved,
  passkeyUnlockSet,
  passkeyCounterRegression,
  apiKeyCreated,
  apiKeyDeleted,
  apiKeyDeactivated,
  apiKeyExpiring,
  variablesDue,
  accountApproved,
  accountDeleted,
  accountForceDeleted,
  accountSuspended,
  accountUnsuspended,
  sessionsEndedByOperator,
  operatorRoleChanged,
  paymentReceipt,
  paymentFailed,
  paymentRecovered,
  paymentRefunded,
  paymentDisputed,
  disputeClosed,
  subscriptionCanceled,
  subscriptionResumed,
  subscriptionEnded,
  callsRunningOut,
  callsUsedUp,
  planLimitsLowered,
  planLimitsCalledOff,
  graceStarted,
  graceReminder,
  graceCleared,
  downgradeCompleted,
  downgradeFinal,
  projectsRestored,
  archiveReminder,
  projectArchived,
  projectRestoredByOperator,
  archivedProjectsDeleted,
  downgradeBrake,
  contactMessage,
  contactDigest,
} satisfies Record<string, MailTemplate>

/** The same as a list, for those who treat them all alike. */
export const templateList: readonly MailTemplate[] = Object.values<MailTemplate>(everyTemplate)

type TemplateKey = keyof typeof everyTemplate

/** The templates without a secret: a queued mail lies in the database in the clear. */
export type QueuedTemplate = {
  [Key in TemplateKey]: (typeof everyTemplate)[Key]['secret'] extends false ? Key : never
}[TemplateKey]

/** What a template is filled in with. */
export type TemplateValues<Key extends TemplateKey> = ValuesOf<(typeof everyTemplate)[Key]['variables']>
