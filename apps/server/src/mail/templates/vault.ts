/** The master password, the recovery key, and starting an empty vault. */
import { line, paragraph } from '../mail-body.ts'
import { accountMail, notice } from '../mail-template.ts'
import { count, requestDetails, time } from '../mail-variables.ts'
import { environmentsOf, momentOf } from '../wording.ts'

export const masterPasswordSet = notice({
  name: 'master-password-set',
  category: 'onboarding',
  priority: 'high',
  description: 'Reports that a master password was set, and explains the recovery key.',
  subject: 'Your master password is set',
  says: {
    preview: 'Store the recovery key where you will find it.',
    paragraphs: [
      line`From now on, your master password opens your vault. Nobody else knows it, and nobody can reset it.`,
      line`The recovery key that you were shown is the only other way in. Store it away from this computer.`,
    ],
  },
})

export const masterPasswordChanged = notice({
  name: 'master-password-changed',
  description: 'Reports that the master password was changed by someone who knew the old one.',
  subject: 'Your master password was changed',
  says: {
    preview: 'The old one no longer opens your vault.',
    paragraphs: paragraph`Someone who knew the old master password set a new one. The old one no longer opens your vault.`,
    closing: paragraph`Then set a new master password with your recovery key.`,
  },
})

/** What to do when someone else chose the secrets that open the vault. */
const startEmptyVault = (reason: string) => [
  [`Then replace the secrets that you store here: ${reason}.`],
  line`To have a vault of your own again, select Start empty on the page Security of your account. Members of projects that you share can then give you the keys back.`,
]

export const masterPasswordLeaked = notice({
  name: 'master-password-leaked',
  description: 'Reports that all that opens a vault was replaced, because the old master password leaked.',
  subject: 'Everything that opens your vault was replaced',
  says: {
    preview: 'Your old master password, your recovery key and your passkeys no longer open it.',
    paragraphs: [
      line`Someone who knew your master password reported that it leaked, and set a new one. The old one no longer opens your vault, and no passkey does.`,
      line`A new recovery key was shown once. The old one no longer opens your vault: destroy its sheet.`,
    ],
    closing: startEmptyVault('someone knew your master password'),
  },
})

export const masterPasswordRecovered = notice({
  name: 'master-password-recovered',
  description: 'Reports that a new master password was set with the recovery key.',
  subject: 'A new master password was set',
  says: {
    preview: 'The recovery key was used instead of the old master password.',
    paragraphs: paragraph`A new master password was set with the recovery key. The old one no longer opens your vault.`,
    closing: startEmptyVault('someone has your recovery key'),
  },
})

export const recoveryKeyUsed = notice({
  name: 'recovery-key-used',
  description: 'Reports that the recovery key was used, and that a new one replaced it.',
  subject: 'Your recovery key was used',
  says: {
    preview: 'A new one replaced it.',
    paragraphs: paragraph`A recovery key opens a vault once. A new one replaced it and was shown after its use: keep that one, and destroy the old sheet.`,
    closing: startEmptyVault('someone has had your recovery key'),
  },
})

export const recoveryKeyRenewed = notice({
  name: 'recovery-key-renewed',
  description: 'Reports that a new recovery key replaced the old one.',
  subject: 'You have a new recovery key',
  says: {
    preview: 'The old one no longer opens your vault.',
    paragraphs: paragraph`A new recovery key was created for your vault and shown once. The old one no longer opens it: destroy its sheet.`,
    closing: paragraph`Then change your master password: someone knows it.`,
  },
})

export const emptyVaultStarted = notice({
  name: 'empty-vault-started',
  description: 'Reports that an account starts an empty vault in 72 hours, and offers to stop it.',
  action: { purpose: 'stop-change', label: 'Stop the change' },
  variables: { due: time('When the vault is emptied'), ...requestDetails },
  subject: 'Your vault will be emptied in 72 hours',
  says: ({ due }) => ({
    preview: 'You can stop it until then.',
    paragraphs: [
      [
        'An empty vault was requested for your account. It replaces your vault on ',
        momentOf(due),
        ', unless you stop it.',
      ],
      line`Environments that nobody else can open are deleted with their variables and versions. Environments that another member can open come back when that member gives you the keys.`,
    ],
  }),
})

export const emptyVaultReminder = accountMail({
  name: 'empty-vault-reminder',
  description: 'Reminds that an account starts an empty vault within a day, and offers to stop it.',
  action: { purpose: 'stop-change', label: 'Stop the change' },
  variables: { due: time('When the vault is emptied') },
  subject: 'Your vault will be emptied tomorrow',
  says: ({ due }) => ({
    preview: 'This is the last reminder. You can still stop it.',
    paragraphs: [
      ['An empty vault replaces your vault on ', momentOf(due), ', unless you stop it.'],
      line`Environments that nobody else can open are deleted with their variables and versions. Environments that another member can open come back when that member gives you the keys.`,
    ],
  }),
})

export const emptyVaultDone = accountMail({
  name: 'empty-vault-done',
  description: 'Reports that the vault of an account is empty, and what was deleted.',
  variables: {
    deleted: count('How many environments were deleted', 3),
    shared: count('How many environments come back from other members', 2),
  },
  subject: 'Your vault is empty',
  says: ({ deleted, shared }, url) => ({
    preview: 'Set a master password to use it again.',
    paragraphs: [
      line`The old vault is gone. Set a new master password to use Envhold again.`,
      [`Deleted, because nobody else could open them: ${environmentsOf(deleted)}.`],
      [
        `Shared with other members: ${environmentsOf(shared)}. They come back after you set the new master password, when such a member gives you the keys.`,
      ],
    ],
    action: { label: 'Set a master password', url: `${url}/account/security` },
    closing: paragraph`Personal tokens and API keys that could no longer open anything were revoked.`,
  }),
})

export const delayedChangeStopped = accountMail({
  name: 'delayed-change-stopped',
  priority: 'high',
  description: 'Reports that a change of an account was stopped before it took effect.',
  subject: 'The announced change of your account was stopped',
  says: {
    title: 'The announced change was stopped',
    preview: 'Nothing has changed.',
    paragraphs: paragraph`The change of your account that was announced to you was stopped. Nothing has changed.`,
    closing: paragraph`If you do not know who asked for the change, set a new password and sign out all other sessions.`,
  },
})
