import type { MailTemplate } from './mail-template.ts'
import type { ValuesOf } from './mail-variables.ts'
import { accountApproved } from './templates/account-approved.ts'
import { accountDeleted } from './templates/account-deleted.ts'
import { accountForceDeleted } from './templates/account-force-deleted.ts'
import { accountSuspended } from './templates/account-suspended.ts'
import { accountUnsuspended } from './templates/account-unsuspended.ts'
import { apiKeyCreated } from './templates/api-key-created.ts'
import { apiKeyDeactivated } from './templates/api-key-deactivated.ts'
import { apiKeyDeleted } from './templates/api-key-deleted.ts'
import { apiKeyExpiring } from './templates/api-key-expiring.ts'
import { archiveReminder } from './templates/archive-reminder.ts'
import { archivedProjectsDeleted } from './templates/archived-projects-deleted.ts'
import { attemptsLocked } from './templates/attempts-locked.ts'
import { changesUndone } from './templates/changes-undone.ts'
import { collaboratorVaultEmptied } from './templates/collaborator-vault-emptied.ts'
import { confirmEmail } from './templates/confirm-email.ts'
import { contactDigest } from './templates/contact-digest.ts'
import { contactMessage } from './templates/contact-message.ts'
import { delayedChangeStopped } from './templates/delayed-change-stopped.ts'
import { downgradeBrake } from './templates/downgrade-brake.ts'
import { downgradeCompleted } from './templates/downgrade-completed.ts'
import { downgradeFinal } from './templates/downgrade-final.ts'
import { emailChangeRequested } from './templates/email-change-requested.ts'
import { emailChangeUndone } from './templates/email-change-undone.ts'
import { emailChanged } from './templates/email-changed.ts'
import { emailTaken } from './templates/email-taken.ts'
import { emptyVaultDone } from './templates/empty-vault-done.ts'
import { emptyVaultReminder } from './templates/empty-vault-reminder.ts'
import { emptyVaultStarted } from './templates/empty-vault-started.ts'
import { graceCleared } from './templates/grace-cleared.ts'
import { graceReminder } from './templates/grace-reminder.ts'
import { graceStarted } from './templates/grace-started.ts'
import { invitation } from './templates/invitation.ts'
import { invitationAccepted } from './templates/invitation-accepted.ts'
import { invitationDeclined } from './templates/invitation-declined.ts'
import { masterPasswordChanged } from './templates/master-password-changed.ts'
import { masterPasswordRecovered } from './templates/master-password-recovered.ts'
import { masterPasswordSet } from './templates/master-password-set.ts'
import { newSignIn } from './templates/new-sign-in.ts'
import { operatorRoleChanged } from './templates/operator-role-changed.ts'
import { ownerVaultEmptied } from './templates/owner-vault-emptied.ts'
import { passkeyAdded } from './templates/passkey-added.ts'
import { passkeyCounterRegression } from './templates/passkey-counter-regression.ts'
import { passkeyRemoved } from './templates/passkey-removed.ts'
import { passkeyUnlockSet } from './templates/passkey-unlock-set.ts'
import { passwordChanged } from './templates/password-changed.ts'
import { passwordReset } from './templates/password-reset.ts'
import { passwordResetTokens } from './templates/password-reset-tokens.ts'
import { paymentFailed } from './templates/payment-failed.ts'
import { paymentReceipt } from './templates/payment-receipt.ts'
import { paymentRecovered } from './templates/payment-recovered.ts'
import { projectArchived } from './templates/project-archived.ts'
import { projectsRestored } from './templates/projects-restored.ts'
import { providerLinked } from './templates/provider-linked.ts'
import { providerUnlinked } from './templates/provider-unlinked.ts'
import { recoveryCodeUsed } from './templates/recovery-code-used.ts'
import { recoveryCodesRenewed } from './templates/recovery-codes-renewed.ts'
import { recoveryKeyRenewed } from './templates/recovery-key-renewed.ts'
import { recoveryKeyUsed } from './templates/recovery-key-used.ts'
import { removeFactorsDone } from './templates/remove-factors-done.ts'
import { removeFactorsReminder } from './templates/remove-factors-reminder.ts'
import { removeFactorsStarted } from './templates/remove-factors-started.ts'
import { removedFromProject } from './templates/removed-from-project.ts'
import { resetPassword } from './templates/reset-password.ts'
import { roleChanged } from './templates/role-changed.ts'
import { subscriptionCanceled } from './templates/subscription-canceled.ts'
import { subscriptionEnded } from './templates/subscription-ended.ts'
import { subscriptionResumed } from './templates/subscription-resumed.ts'
import { totpAdded } from './templates/totp-added.ts'
import { totpRemoved } from './templates/totp-removed.ts'
import { variablesDue } from './templates/variables-due.ts'
import { verifyEmail } from './templates/verify-email.ts'

/** Every mail that the server can write. What is not listed here cannot be queued. */
export const everyTemplate = {
  verifyEmail,
  invitation,
  invitationAccepted,
  invitationDeclined,
  roleChanged,
  removedFromProject,
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
  operatorRoleChanged,
  paymentReceipt,
  paymentFailed,
  paymentRecovered,
  subscriptionCanceled,
  subscriptionResumed,
  subscriptionEnded,
  graceStarted,
  graceReminder,
  graceCleared,
  downgradeCompleted,
  downgradeFinal,
  projectsRestored,
  archiveReminder,
  projectArchived,
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
