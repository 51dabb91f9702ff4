/** The e-mail address of an account. */
import { restoreWindowDays } from '@envhold/contract/accounts/account-settings.ts'
import { line, paragraph } from '../mail-body.ts'
import { accountMail, mailTemplate, notice } from '../mail-template.ts'
import { emailAddress, link, name, requestDetails } from '../mail-variables.ts'
import { requestDetailsOf } from '../wording.ts'

export const verifyEmail = mailTemplate({
  name: 'verify-email',
  category: 'onboarding',
  priority: 'high',
  description: 'Asks the owner of an account to verify the e-mail address.',
  secret: true,
  variables: {
    account: name('Who created an account with this address', 'grace'),
    link: link('Where to verify', 'https://vault.example.com/verify-email#token=example'),
  },
  subject: () => 'Confirm your e-mail address',
  body: ({ account, link }) => ({
    title: 'Confirm your e-mail address',
    preview: 'The link works once, for 24 hours.',
    paragraphs: paragraph`The account ${account} on Envhold uses this e-mail address. If it is yours, confirm the address within 24 hours, so that projects can be shared with you.`,
    action: { label: 'Confirm the address', url: link },
    closing: [
      line`To confirm, you sign in to that account.`,
      line`If you did not create the account, do not confirm: someone else entered your address. Without confirmation, the account receives nothing that is meant for you. To use Envhold with this address yourself, select Forgot your password? on the sign-in page: a new password makes the account yours, and removes all other ways into it.`,
    ],
    reason: 'someone entered this address for an account',
  }),
})

export const confirmEmail = mailTemplate({
  name: 'confirm-email',
  category: 'security',
  priority: 'high',
  description: 'Asks the owner of a new e-mail address to confirm it.',
  secret: true,
  variables: {
    account: name('Who wants to use this address', 'ada'),
    link: link('Where to confirm', 'https://vault.example.com/confirm-email#eml_example'),
  },
  subject: () => 'Confirm your new e-mail address',
  body: ({ account, link }) => ({
    title: 'Confirm your new e-mail address',
    preview: 'The link works once, for 24 hours.',
    paragraphs: paragraph`The account ${account} on Envhold wants to use this e-mail address. If the account is yours, confirm the address within 24 hours.`,
    action: { label: 'Confirm the address', url: link },
    closing: paragraph`To confirm, you sign in to that account. If you do not know the account, ignore this e-mail: nothing changes.`,
    reason: 'someone entered this address for an account',
  }),
})

export const emailChangeRequested = notice({
  name: 'email-change-requested',
  description: 'Tells the present e-mail address of an account that another one was asked for.',
  variables: { newEmail: emailAddress('The new address', 'ada@example.org'), ...requestDetails },
  subject: 'A new e-mail address for your account was requested',
  says: ({ newEmail }) => ({
    title: 'A new e-mail address was requested',
    preview: 'It changes when the link in the new mailbox is confirmed.',
    paragraphs: paragraph`Your account is to use the e-mail address ${newEmail}. It changes when the link that was mailed there is confirmed.`,
  }),
})

export const emailChanged = mailTemplate({
  name: 'email-changed',
  category: 'security',
  priority: 'critical',
  description: 'Tells the former e-mail address of an account that it was replaced, and offers to undo that.',
  action: { purpose: 'undo-email', label: 'Undo the change' },
  variables: { newEmail: emailAddress('The new address', 'ada@example.org'), ...requestDetails },
  subject: () => 'The e-mail address of your account was changed',
  body: ({ newEmail, ...of }, url) => ({
    title: 'Your e-mail address was changed',
    preview: 'You can undo the change for 7 days.',
    paragraphs: [
      line`Your account now uses the e-mail address ${newEmail}. From this mailbox you can undo the change for 7 days.`,
      line`Undoing gives your account this address back, signs out every device, and e-mails you a link for a new password.`,
    ],
    facts: requestDetailsOf(of),
    action: { label: 'Open Envhold', url },
    reason: 'this was the e-mail address of your account until now',
  }),
})

export const emailChangeUndone = mailTemplate({
  name: 'email-change-undone',
  category: 'security',
  priority: 'critical',
  description: 'Tells the new e-mail address of an account that the change to it was undone.',
  variables: { account: name('Whose e-mail address it was', 'ada') },
  subject: () => 'The change to this e-mail address was undone',
  body: ({ account }) => ({
    title: 'The change to this e-mail address was undone',
    preview: 'The account uses its former address again.',
    paragraphs: paragraph`The account ${account} uses its former e-mail address again. The change was undone from there. Links that were mailed to this address no longer work.`,
    reason: 'this was the e-mail address of the account',
  }),
})

export const emailTaken = accountMail({
  name: 'email-taken',
  priority: 'medium',
  description: 'Tells the owner of an account that another account tried to use its e-mail address.',
  subject: 'Someone tried to use your e-mail address',
  says: {
    preview: 'Nothing has changed.',
    paragraphs: paragraph`The owner of another account entered this e-mail address as their new one. It belongs to your account, so nothing has changed.`,
    closing: [
      [
        `If you have two accounts, delete the one with this address first: ${restoreWindowDays} days later the address is free.`,
      ],
    ],
  },
})
