import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances, emailAddress } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const emailChanged = mailTemplate({
  name: 'email-changed',
  category: 'security',
  priority: 'critical',
  description: 'Tells the former e-mail address of an account that it was replaced, and offers to undo that.',
  action: { purpose: 'undo-email', label: 'Undo the change' },
  variables: {
    newEmail: emailAddress('The new address', 'ada@example.org'),
    ...circumstances,
  },
  subject: () => 'The e-mail address of your account was changed',
  body: ({ newEmail, ...of }, url) => ({
    title: 'Your e-mail address was changed',
    preview: 'You can undo the change for 7 days.',
    paragraphs: [
      line`Your account now uses the e-mail address ${newEmail}. From this mailbox you can undo the change for 7 days.`,
      line`Undoing gives your account this address back, signs out every device, and mails you a link for a new password.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open Envhold', url },
    reason: 'this was the e-mail address of your account until now',
  }),
})
