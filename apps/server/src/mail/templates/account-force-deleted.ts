import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { emailAddress, text } from '../mail-variables.ts'

export const accountForceDeleted = mailTemplate({
  name: 'account-force-deleted',
  category: 'security',
  priority: 'critical',
  description: 'Reports that an operator deleted an account for good, and why.',
  variables: {
    reason: text('Why the account was deleted', 'The terms of service were broken.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
  },
  subject: () => 'Your account was deleted permanently',
  body: ({ reason, supportEmail }) => ({
    title: 'Your account was deleted permanently',
    preview: 'An administrator deleted your account.',
    paragraphs: [
      line`An administrator deleted your account, with its projects, environments, variables, API keys and tokens. They cannot be restored.`,
      line`You no longer have access to projects of other people.`,
    ],
    facts: [
      ['Reason', reason],
      ['Support', supportEmail],
    ],
    closing: [line`If you think this is a mistake, write to support.`],
    reason: 'this was the e-mail address of the account',
  }),
})
