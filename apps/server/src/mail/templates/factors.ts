/** Second factors and passkeys. */
import { line, paragraph } from '../mail-body.ts'
import { accountMail, notice } from '../mail-template.ts'
import { count, factorId, name, requestDetails, text, time } from '../mail-variables.ts'
import { momentOf } from '../wording.ts'

export const totpAdded = notice({
  name: 'totp-added',
  description: 'Reports that an authenticator app was turned on.',
  variables: { ...requestDetails, factorId },
  removes: 'this app and its recovery codes',
  subject: 'Your authenticator app is on',
  says: {
    preview: 'Signing in now needs a code.',
    paragraphs: paragraph`An authenticator app was turned on for your account. Signing in now needs a code of the app after your password. If you lose the app, your recovery codes let you in.`,
  },
})

export const totpRemoved = notice({
  name: 'totp-removed',
  description: 'Reports that the authenticator app was turned off.',
  subject: 'Your authenticator app is off',
  says: {
    preview: 'You no longer need a code to sign in.',
    paragraphs: paragraph`The authenticator app was turned off for your account, and its recovery codes no longer work. You no longer need a code to sign in.`,
    closing: paragraph`Then turn the app on again.`,
  },
})

const leftOf = (left: number): string =>
  left === 0 ? 'None is left.' : left === 1 ? 'One is left.' : `${left} are left.`

/** At this number, the mail asks for new codes. */
const warnAt = 3

export const recoveryCodeUsed = notice({
  name: 'recovery-code-used',
  description: 'Reports that a recovery code was used in place of the authenticator app.',
  variables: { ...requestDetails, left: count('How many codes are left', 9) },
  subject: 'A recovery code was used',
  says: (of) => ({
    preview: leftOf(of.left),
    paragraphs: [
      line`Someone signed in to your account, or confirmed an action, with one of your recovery codes. Each code works once. ${leftOf(of.left)}`,
      of.left <= warnAt && line`Create new codes on your account page before you run out.`,
    ],
    closing: paragraph`Then create new recovery codes: someone has yours.`,
  }),
})

export const recoveryCodesRenewed = notice({
  name: 'recovery-codes-renewed',
  description: 'Reports that new recovery codes replaced the earlier ones.',
  subject: 'You have new recovery codes',
  says: {
    preview: 'The earlier ones no longer work.',
    paragraphs: paragraph`New recovery codes were created for your account. The earlier ones no longer work: destroy them.`,
    closing: paragraph`Then create new recovery codes: someone else has these.`,
  },
})

const ofPasskey = { ...requestDetails, passkey: name('The name of the passkey', 'Apple Passwords') }

export const passkeyAdded = notice({
  name: 'passkey-added',
  description: 'Reports that a passkey was added to the account.',
  variables: { ...ofPasskey, factorId },
  removes: 'this passkey',
  subject: 'A passkey was added to your account',
  says: (of) => ({
    preview: `${of.passkey} can sign in from now on.`,
    paragraphs: paragraph`The passkey ${of.passkey} was added to your account. Anyone who has it and can unlock its device can sign in.`,
  }),
})

export const passkeyRemoved = notice({
  name: 'passkey-removed',
  description: 'Reports that a passkey was removed from the account.',
  variables: ofPasskey,
  subject: 'A passkey was removed from your account',
  says: (of) => ({
    preview: `${of.passkey} can no longer sign in.`,
    paragraphs: paragraph`The passkey ${of.passkey} was removed from your account. It can no longer sign in, and it no longer opens your vault.`,
  }),
})

export const passkeyUnlockSet = notice({
  name: 'passkey-unlock-set',
  description: 'Reports that a passkey opens the vault from now on.',
  variables: { ...ofPasskey, factorId },
  removes: 'this passkey',
  subject: 'A passkey opens your vault',
  says: (of) => ({
    preview: `${of.passkey} opens your vault from now on.`,
    paragraphs: paragraph`The passkey ${of.passkey} opens your vault from now on. Anyone who has it and can unlock its device can read your values. Your master password and recovery key still work.`,
    closing: paragraph`Then change your master password: someone knows it.`,
  }),
})

export const passkeyCounterRegression = notice({
  name: 'passkey-counter-regression',
  description: 'Reports a passkey that was rejected because it may have been copied.',
  variables: ofPasskey,
  subject: 'A passkey of your account may have been copied',
  says: (of) => ({
    preview: `${of.passkey} was rejected.`,
    paragraphs: paragraph`The passkey ${of.passkey} was rejected, because its usage counter went backwards, which can mean that the security key was cloned. Remove this passkey from your account and register the security key again.`,
  }),
})

export const removeFactorsStarted = accountMail({
  name: 'remove-factors-started',
  description:
    'Reports that an operator removes the second factors of an account in 72 hours, and offers to stop it.',
  notMe: true,
  action: { purpose: 'stop-change', label: 'Stop the change' },
  variables: {
    due: time('When they are removed'),
    reason: text('Why, in the words of the operator', 'Lost the phone; identity checked by phone call'),
  },
  subject: 'Your second factors will be removed in 72 hours',
  says: ({ due, reason }) => ({
    preview: 'You can stop it until then.',
    paragraphs: [
      [
        'An operator of this server removes the authenticator app, the recovery codes and the passkeys of your account on ',
        momentOf(due),
        ', unless you stop it.',
      ],
      line`After that, your password alone signs you in. Your vault stays as it is. If you did not ask the operator for it, stop it.`,
    ],
    facts: [['Reason', reason]],
  }),
})

export const removeFactorsReminder = accountMail({
  name: 'remove-factors-reminder',
  description:
    'Reminds that the second factors of an account are removed within a day, and offers to stop it.',
  action: { purpose: 'stop-change', label: 'Stop the change' },
  variables: { due: time('When they are removed') },
  subject: 'Your second factors will be removed tomorrow',
  says: ({ due }) => ({
    preview: 'This is the last reminder. You can still stop it.',
    paragraphs: [
      [
        'An operator of this server removes the authenticator app, the recovery codes and the passkeys of your account on ',
        momentOf(due),
        ', unless you stop it.',
      ],
    ],
  }),
})

export const removeFactorsDone = accountMail({
  name: 'remove-factors-done',
  description: 'Reports that the second factors of an account were removed.',
  subject: 'Your second factors were removed',
  says: (_, url) => ({
    preview: 'Your password alone signs you in now.',
    paragraphs: paragraph`The authenticator app, the recovery codes and the passkeys of your account were removed, as announced. Your password alone signs you in now. All devices were signed out.`,
    action: { label: 'Sign in', url: `${url}/login` },
    closing: paragraph`Add a second factor again on your account page.`,
  }),
})
